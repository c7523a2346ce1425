(* Programs in JSON (specs/reference/program-format.md) as systems and schedules of the theory. A key that is unknown here
   is reported as Unsupported. *)
open Core_ecs

exception Unsupported of string

let unsupported fmt = Printf.ksprintf (fun s -> raise (Unsupported s)) fmt

(* --- Integers and reals -------------------------------------------------------------------------------------------- *)

let rec positive (i : int64) : positive =  (* of the bits of i, which are not all 0 *)
  if i = 1L then XH
  else
    let rest = positive (Int64.shift_right_logical i 1) in
    if Int64.logand i 1L = 1L then XI rest else XO rest

let z_of (i : int64) : z = if i = 0L then Z0 else if Int64.compare i 0L > 0 then Zpos (positive i) else Zneg (positive (Int64.neg i))

let rec bits : positive -> int64 = function
  | XH -> 1L
  | XO p -> Int64.shift_left (bits p) 1
  | XI p -> Int64.logor (Int64.shift_left (bits p) 1) 1L

let int64_of : z -> int64 = function Z0 -> 0L | Zpos p -> bits p | Zneg p -> Int64.neg (bits p)
let real x = AReal (z_of (Int64.bits_of_float x))
let float_of b = Int64.float_of_bits (int64_of b)
let finite x = if Float.is_finite x then Some (real x) else None

(* The fewest digits that read back as x; with an exponent if it is below -4, or at least 15 and the number of digits *)
let decimal x =
  let rec shortest n =
    let s = Printf.sprintf "%.*e" n x in
    if n = 16 || float_of_string s = x then s else shortest (n + 1) in
  let s = shortest 0 in
  let e = String.index s 'e' in
  let exponent = int_of_string (String.sub s (e + 1) (String.length s - e - 1)) in
  let digits = String.fold_left (fun n c -> if c >= '0' && c <= '9' then n + 1 else n) 0 (String.sub s 0 e) in
  if exponent < -4 || exponent >= max digits 15 then s
  else
    let fixed = Printf.sprintf "%.*f" (max 0 (digits - 1 - exponent)) x in
    if String.contains fixed '.' then fixed else fixed ^ ".0"

(* Operations that are parameters of the theory: those on reals and texts. *)
let ops : opaque =
  let int_of x = if x >= -9223372036854775808. && x < 9223372036854775808. then Some (AInt (z_of (Int64.of_float x))) else None in
  let one op a = match op, a with
    | Neg, AReal b -> Some (real (-.float_of b))
    | Abs, AReal b -> Some (real (Float.abs (float_of b)))
    | Other1 "to_real", AInt i -> Some (real (Int64.to_float (int64_of i)))
    | Other1 "floor", AReal b -> int_of (Float.floor (float_of b))
    | Other1 "ceil", AReal b -> int_of (Float.ceil (float_of b))
    | Other1 "trunc", AReal b -> int_of (Float.trunc (float_of b))
    | Other1 "round", AReal b -> int_of (Float.round (float_of b))
    | Other1 "sqrt", AReal b -> finite (Float.sqrt (float_of b))
    | Other1 "sin", AReal b -> finite (Float.sin (float_of b))
    | Other1 "cos", AReal b -> finite (Float.cos (float_of b))
    | Other1 "text_of", AInt i -> Some (AText (Int64.to_string (int64_of i)))
    | Other1 "text_of", AReal b -> Some (AText (decimal (float_of b)))
    | _ -> unsupported "an operation on this type" in
  let two op a b = match op, a, b with
    | Add, AReal a, AReal b -> finite (float_of a +. float_of b)
    | Sub, AReal a, AReal b -> finite (float_of a -. float_of b)
    | Mul, AReal a, AReal b -> finite (float_of a *. float_of b)
    | Other2 "/", AReal a, AReal b -> if float_of b = 0. then None else finite (float_of a /. float_of b)
    | Min, AReal x, AReal y -> Some (AReal (if float_of y < float_of x then y else x))
    | Max, AReal x, AReal y -> Some (AReal (if float_of x < float_of y then y else x))
    | Less, AReal a, AReal b -> Some (ABool (float_of a < float_of b))
    | AtMost, AReal a, AReal b -> Some (ABool (float_of a <= float_of b))
    | Less, AText a, AText b -> Some (ABool (String.compare a b < 0))
    | AtMost, AText a, AText b -> Some (ABool (String.compare a b <= 0))
    | Other2 "concat", AText a, AText b -> Some (AText (a ^ b))
    | _ -> unsupported "an operation on these types" in
  let eq a b = match a, b with AReal a, AReal b -> float_of a = float_of b | _ -> a = b in
  { opaque1 = one; opaque2 = two; opaque_eq = eq }

(* --- Types ---------------------------------------------------------------------------------------------------------- *)

type ty =
  | Unit | Boolean | Integer | Float | Str | Entity
  | Record of (string * ty) list  (* fields by name *)
  | Listing of ty * int  (* at most so many *)
  | Never  (* of the values of an empty list *)

let rec has_reals = function
  | Float -> true
  | Record f -> List.exists (fun (_, t) -> has_reals t) f
  | Listing (t, _) -> has_reals t
  | _ -> false

(* The type that terms of both types have *)
let rec join a b = match a, b with
  | Never, t | t, Never -> t
  | Integer, Float -> Float
  | Record f, Record g when List.map fst f = List.map fst g -> Record (List.map2 (fun (k, t) (_, u) -> (k, join t u)) f g)
  | Listing (t, n), Listing (u, m) -> Listing (join t u, max n m)
  | t, _ -> t

(* a, with reals where b has them *)
let rec with_reals a b = match a, b with
  | Integer, Float -> Float
  | Record f, Record g when List.map fst f = List.map fst g ->
    Record (List.map2 (fun (k, t) (_, u) -> (k, with_reals t u)) f g)
  | Listing (t, n), Listing (u, _) -> Listing (with_reals t u, n)
  | t, _ -> t

let by_name fields = List.sort (fun (a, _) (b, _) -> String.compare a b) fields

let rec type_of : Json.t -> ty = function
  | String "unit" -> Unit
  | String "bool" -> Boolean
  | String "int" -> Integer
  | String "real" -> Float
  | String "text" -> Str
  | String "entity" -> Entity
  | Object (("enum", List _) :: _) -> Str
  | Object [ ("list", t); ("most", Int n) ] | Object [ ("most", Int n); ("list", t) ] -> Listing (type_of t, Int64.to_int n)
  | Object o -> Record (by_name (List.map (fun (k, t) -> (k, type_of t)) o))
  | j -> unsupported "type %s" (Json.print j)

type world = {
  labels : (string * ty) list;
  names : string list;                                   (* initial entities, in their order *)
  constants : (string * (val0 * ty)) list;
  systems : (string * sys) list;
  resource_labels : string list;
  start : start_state;
}

let index what x l =
  let rec go n = function [] -> unsupported "unknown %s %s" what x | y :: r -> if x = y then n else go (n + 1) r in
  go 0 l
let label w l = index "component" l (List.map fst w.labels)
let named w e = index "entity" e w.names

let rec value names ty (j : Json.t) : val0 = match ty, j with
  | Unit, Null -> Atom AUnit
  | Boolean, Bool b -> Atom (ABool b)
  | Integer, Int i -> Atom (AInt (z_of i))
  | Float, Int i -> Atom (real (Int64.to_float i))
  | Float, Real x -> Atom (real x)
  | Str, String s -> Atom (AText s)
  | Entity, String e -> Ref (Init (index "entity" e names))
  | Record fields, Object o -> List.fold_right (fun (k, t) r -> VCons (value names t (List.assoc k o), r)) fields VNil
  | Listing (t, _), List l -> List.fold_right (fun j r -> VCons (value names t j, r)) l VNil
  | _ -> unsupported "value %s" (Json.print j)

(* --- Terms ---------------------------------------------------------------------------------------------------------- *)

type variable = { name : string; place : int; ty : ty; optional : bool }
type scope = { world : world; vars : variable list; size : int }

let push s name ty = { s with vars = { name; place = s.size; ty; optional = false } :: s.vars; size = s.size + 1 }
let skip s = { s with size = s.size + 1 }  (* a value without a name *)

(* Terms about a list l, where the environment has n values. In what is folded, place n is a value of the list, and place
   n + 1 what there is so far. *)
let one t = Fields (t, NoField)
let length n l = Fold (l, Lit (AInt Z0), Bin (Add, Var (n + 1), Lit (AInt (z_of 1L))))
let from_the_end n l first t = Fold (Fold (l, NoField, Fields (Var n, Var (n + 1))), first, t)

(* A value with reals in place of integers where this type has reals *)
let rec in_reals ty k = match ty, k with
  | Float, Atom (AInt i) -> Atom (real (Int64.to_float (int64_of i)))
  | Record ((_, t) :: fields), VCons (k, r) -> VCons (in_reals t k, in_reals (Record fields) r)
  | Listing (t, _), VCons (x, r) -> VCons (in_reals t x, in_reals ty r)
  | _ -> k

let rec quoted : val0 -> term = function
  | Atom a -> Lit a
  | Ref (Init n) -> Literal n
  | Ref _ -> unsupported "a created entity in the program"
  | VNil -> NoField
  | VCons (k, r) -> Fields (quoted k, quoted r)

let variable s x = match List.find_opt (fun v -> v.name = x) s.vars with
  | Some v -> v
  | None -> unsupported "unbound variable %s" x

let rec field_of k ty path = match k, ty, path with
  | k, ty, [] -> (k, ty)
  | VCons (k, _), Record ((g, ty) :: _), f :: path when f = g -> field_of k ty path
  | VCons (_, r), Record (_ :: fields), _ -> field_of r (Record fields) path
  | _ -> unsupported "field of a constant"

let fields_of t ty = function
  | [] -> (t, ty)
  | path -> List.fold_left (fun (t, ty) f -> match ty with
      | Record fields -> (Un (Field (index "field" f (List.map fst fields)), t), List.assoc f fields)
      | _ -> unsupported "field %s" f) (t, ty) path

let rec term (s : scope) (want : ty option) (j : Json.t) : term * ty = match j with
  | Int i -> if want = Some Float then (Lit (real (Int64.to_float i)), Float) else (Lit (AInt (z_of i)), Integer)
  | Real x -> (Lit (real x), Float)
  | Bool b -> (Lit (ABool b), Boolean)
  | Null -> (Lit AUnit, Unit)
  | String x ->
    let x, path = match String.split_on_char '.' x with x :: path -> (x, path) | [] -> (x, []) in
    (match List.assoc_opt x s.world.constants with
     | Some (k, ty) ->
       let k, ty = field_of k ty path in
       let ty = match want with Some w -> with_reals ty w | None -> ty in
       (quoted (in_reals ty k), ty)
     | None -> let v = variable s x in fields_of (Var v.place) v.ty path)
  | Object [ (op, a) ] -> operation s want op a
  | j -> unsupported "term %s" (Json.print j)

and operation s want op (a : Json.t) = match op, a with
  | "text", String x -> (Lit (AText x), Str)
  | "entity", String e -> (Literal (named s.world e), Entity)
  | "record", Object o ->
    let wanted k = match want with Some (Record fields) -> List.assoc_opt k fields | _ -> None in
    let parts = by_name (List.map (fun (k, t) -> (k, term s (wanted k) t)) o) in
    (List.fold_right (fun (_, (t, _)) r -> Fields (t, r)) parts NoField, Record (List.map (fun (k, (_, ty)) -> (k, ty)) parts))
  | ("+" | "*" | "min" | "max" | "-" | "ceil_div" | "floor_div" | "quot" | "rem" | "mod"), List l ->
    let o = List.assoc op [ ("+", Add); ("*", Mul); ("min", Min); ("max", Max); ("-", Sub); ("ceil_div", CeilDiv);
                            ("floor_div", FloorDiv); ("quot", Quot); ("rem", Rem); ("mod", Mod) ] in
    let parts, ty = alike s want l in
    (List.fold_left (fun x y -> Bin (o, x, y)) (List.hd parts) (List.tl parts), ty)
  | "/", List [ a; b ] -> (Bin (Other2 "/", fst (term s (Some Float) a), fst (term s (Some Float) b)), Float)
  | ("neg" | "abs"), a -> let t, ty = term s want a in (Un ((if op = "neg" then Neg else Abs), t), ty)
  | "==", List l -> (match alike s None l with [ x; y ], _ -> (Equal (x, y), Boolean) | _ -> unsupported "==")
  | "!=", List l -> (match alike s None l with [ x; y ], _ -> (Un (Not, Equal (x, y)), Boolean) | _ -> unsupported "!=")
  | ("<" | "<=" | ">" | ">="), List l ->
    (match alike s None l with
     | [ x; y ], _ ->
       ((match op with "<" -> Bin (Less, x, y) | "<=" -> Bin (AtMost, x, y) | ">" -> Bin (Less, y, x) | _ -> Bin (AtMost, y, x)), Boolean)
     | _ -> unsupported "%s" op)
  | "and", List l -> (conjunction (List.map (fun t -> fst (term s None t)) l), Boolean)
  | "or", List l ->
    let rec go = function [] -> Lit (ABool false) | [ t ] -> t | t :: r -> Cond (t, Lit (ABool true), go r) in
    (go (List.map (fun t -> fst (term s None t)) l), Boolean)
  | "not", a -> (Un (Not, fst (term s None a)), Boolean)
  | "if", List [ b; x; y ] ->
    (match alike s want [ x; y ] with [ x; y ], ty -> (Cond (fst (term s None b), x, y), ty) | _ -> unsupported "if")
  | "let", List [ String x; t; t' ] ->
    let t, ty = term s None t in
    let t', ty' = term (push s x ty) want t' in
    (Let (t, t'), ty')
  | "present", String o -> (Present (variable s o).place, Boolean)
  | "default", List [ String o; t ] -> let v = variable s o in (Case (v.place, Var s.size, fst (term s (Some v.ty) t)), v.ty)
  | "case", List [ String o; String x; t; f ] ->
    let v = variable s o in
    let t, ty = term (push s x v.ty) want t in
    (Case (v.place, t, fst (term s (Some ty) f)), ty)
  | "to_real", a -> (Un (Other1 "to_real", fst (term s (Some Integer) a)), Float)
  | ("floor" | "ceil" | "trunc" | "round"), a -> (Un (Other1 op, fst (term s (Some Float) a)), Integer)
  | ("sqrt" | "sin" | "cos"), a -> (Un (Other1 op, fst (term s (Some Float) a)), Float)
  | "text_of", a ->
    (Un (Other1 "text_of", fst (term s None a)), Str)
  | "list", List l ->
    let parts, ty = match want, l with
      | Some (Listing (t, _) as ty), _ -> (List.map (fun j -> fst (term s (Some t) j)) l, ty)
      | _, [] -> ([], Listing (Never, 0))
      | _ -> let parts, t = alike s None l in (parts, Listing (t, List.length l)) in
    (List.fold_right (fun t r -> Fields (t, r)) parts NoField, ty)
  | "length", l -> let l, _, _ = list s None l in (length s.size l, Integer)
  | "get", List [ l; n; otherwise ] ->
    let n = fst (term s (Some Integer) n) in
    let number = s.size in
    let s = skip s in
    let _, t, most = list s None l in
    let t = join t (snd (term s (Some t) otherwise)) in
    let l, _, _ = list s (Some (Listing (t, most))) l in
    let x = Var s.size and so_far = Var (s.size + 1) in  (* the second: how many were seen, and the one that was found *)
    let seen = Un (Field 0, so_far) and found = Un (Field 1, so_far) in
    let step = Fields (Bin (Add, seen, Lit (AInt (z_of 1L))), one (Cond (Equal (seen, Var number), one x, found))) in
    let found = Un (Field 1, Var s.size) in
    (Let (n, Let (Fold (l, Fields (Lit (AInt Z0), one NoField), step),
                  Cond (Equal (found, NoField), fst (term (skip s) (Some t) otherwise), Un (Field 0, found)))), t)
  | "append", List [ l; last; otherwise ] ->
    let l, t, most = list s want l in
    let whole = Var s.size and s = skip s in
    let full = Bin (AtMost, Lit (AInt (z_of (Int64.of_int most))), length s.size whole) in
    let n = s.size + 1 in
    let longer = from_the_end n whole (one (Var s.size)) (Fields (Var n, Var (n + 1))) in
    (Let (l, Cond (full, fst (term s (Some (Listing (t, most))) otherwise), Let (fst (term s (Some t) last), longer))),
     Listing (t, most))
  | "map", List [ l; String x; t ] ->
    let l, ty, most = list s None l in
    let t, ty = branch (skip (push s x ty)) (match want with Some (Listing (ty, _)) -> Some ty | _ -> None) t in
    (from_the_end s.size l NoField (Fields (t, Var (s.size + 1))), Listing (ty, most))
  | "filter", List [ l; String x; b ] ->
    let l, ty, most = list s want l in
    let b = fst (term (skip (push s x ty)) (Some Boolean) b) in
    (from_the_end s.size l NoField (Cond (b, Fields (Var s.size, Var (s.size + 1)), Var (s.size + 1))), Listing (ty, most))
  | "fold", List [ l; String x; String y; first; t ] ->
    let l, of_list, _ = list s None l in
    let first, ty = branch s want first in
    (Fold (l, first, fst (term (push (push s x of_list) y ty) (Some ty) t)), ty)
  | "concat", List (t :: r) ->
    let text t = fst (term s None t) in
    (List.fold_left (fun x y -> Bin (Other2 "concat", x, text y)) (text t) r, Str)
  | op, _ -> unsupported "term %s" op

(* A term of the type that is wanted, if one is *)
and branch s want j = let t, ty = term s want j in (t, match want with Some w -> w | None -> ty)

(* A list, the type of its values, and how many it may have *)
and list s want j = match branch s (match want with Some (Listing _) -> want | _ -> None) j with
  | l, Listing (t, most) -> (l, t, most)
  | _ -> unsupported "a list"

(* Terms of one type: if one is real, integer literals among the others stand for reals. *)
and alike s want l =
  let parts = List.map (branch s want) l in
  let ty = List.fold_left (fun a (_, b) -> join a b) (snd (List.hd parts)) (List.tl parts) in
  if has_reals ty then (List.map2 (fun t (_, own) -> fst (term s (Some (with_reals own ty)) t)) l parts, ty)
  else (List.map fst parts, ty)

and conjunction = function [] -> Lit (ABool true) | [ t ] -> t | t :: r -> Cond (t, conjunction r, Lit (ABool false))

(* --- Mutations ------------------------------------------------------------------------------------------------------ *)

let rec mutation (s : scope) (j : Json.t) : stm = match j with
  | List l -> List.fold_right (fun m r -> SSeq (mutation s m, r)) l SNil
  | Object [ ("attach", List (String l :: e :: rest)) ] ->
    let ty = List.assoc l s.world.labels in
    let k = match rest with [] -> Lit AUnit | k :: _ -> fst (term s (Some ty) k) in
    SAttach (label s.world l, fst (term s None e), k)
  | Object [ ("detach", List [ String l; e ]) ] -> SDetach (label s.world l, fst (term s None e))
  | Object [ ("destroy", e) ] ->
    let e = fst (term s None e) in
    List.fold_right (fun (l, _) r -> if List.mem l s.world.resource_labels then r else SSeq (SDetach (label s.world l, e), r)) s.world.labels SNil
  | Object [ ("new", List [ String x; m ]) ] -> SNew (mutation (push s x Entity) m)
  | Object [ ("if", List (b :: m :: rest)) ] ->
    SIf (fst (term s None b), mutation s m, match rest with m :: _ -> mutation s m | [] -> SNil)
  | Object [ ("let", List [ String x; t; m ]) ] -> let t, ty = term s None t in SLet (t, mutation (push s x ty) m)
  | Object [ ("case", List (String o :: String x :: m :: rest)) ] ->
    let v = variable s o in
    SCase (v.place, mutation (push s x v.ty) m, match rest with m :: _ -> mutation s m | [] -> SNil)
  | j -> unsupported "mutation %s" (Json.print j)

(* --- Systems -------------------------------------------------------------------------------------------------------- *)

let objects = function Some (Json.Object o) -> o | _ -> []

let system (world : world) (j : Json.t) : sys =
  let queries = match Json.member "match" j with Some (List l) -> l | _ -> unsupported "match" in
  let dim = List.length queries in
  let vars = ref [] and cell = ref dim and is = ref [] and any = ref [] in
  let bind name ty optional = if name <> "_" then vars := { name; place = !cell; ty; optional } :: !vars in
  let scope () = { world; vars = !vars; size = !cell } in
  let query number q =
    let constraints = ref [] in
    let add c = constraints := c :: !constraints; incr cell in
    let ty l = List.assoc l world.labels in
    let incl (l, v) = (match v with Json.String v -> bind v (ty l) false | _ -> ()); add (q_incl (label world l)) in
    let anyway (l, v) = (match v with Json.String v -> bind v (ty l) true | _ -> ()); add (q_anyway (label world l)) in
    let excl = function Json.String l -> add (q_excl (label world l)) | _ -> unsupported "excl" in
    let before = scope () in
    (match Json.member "entity" q with
     | Some (String e) -> if e <> "_" then vars := { name = e; place = number; ty = Entity; optional = false } :: !vars
     | Some (Object [ ("is", t) ]) -> is := (number, fun () -> fst (term { before with size = !cell } None t)) :: !is
     | Some _ -> unsupported "entity"
     | None -> ());
    (match Json.member "resource" q with
     | Some (String e) -> is := (number, fun () -> Literal (named world e)) :: !is
     | _ -> ());
    let alternative a =
      let present (l, v) = let p = Present !cell in anyway (l, v); p in
      let there = List.map present (objects (Json.member "incl" a)) in
      let absent = match Json.member "excl" a with
        | Some (List l) -> List.map (function Json.String l -> Un (Not, present (l, Json.Null)) | _ -> unsupported "any") l
        | _ -> [] in
      conjunction (there @ absent) in
    (match q with
     | Object o ->
       List.iter (fun (k, v) -> match k, v with
           | "incl", Json.Object o -> List.iter incl o
           | "anyway", Json.Object o -> List.iter anyway o
           | "excl", Json.List l -> List.iter excl l
           | "any", Json.List l ->
             let rec either = function [] -> Lit (ABool false) | t :: r -> Cond (t, Lit (ABool true), either r) in
             any := either (List.map alternative l) :: !any
           | ("entity" | "resource"), _ -> ()
           | k, _ -> unsupported "query %s" k) o
     | _ -> unsupported "query");
    match List.rev !constraints with [] -> unsupported "a query without constraints" | c :: r -> List.fold_left q_and c r in
  let q = List.mapi query queries in
  let is = List.rev_map (fun (number, t) -> Equal (Var number, t ())) !is in
  let where = match Json.member "where" j with Some t -> [ fst (term (scope ()) None t) ] | None -> [] in
  let body = match Json.member "do" j with Some m -> mutation (scope ()) m | None -> unsupported "do" in
  program_system ops q (conjunction (is @ List.rev !any @ where)) body

(* --- Programs ------------------------------------------------------------------------------------------------------- *)

let number_of name =
  let n = String.length name in
  if n > 1 && name.[0] = 'e' && (let ok = ref true in String.iteri (fun i c -> if i > 0 && not (c >= '0' && c <= '9') then ok := false) name; !ok)
  then Some (String.sub name 1 (n - 1)) else None

let by_entity_name a b = match number_of a, number_of b with
  | Some x, Some y ->
    let strip s = let i = ref 0 in while !i < String.length s - 1 && s.[!i] = '0' do incr i done; String.sub s !i (String.length s - !i) in
    let x' = strip x and y' = strip y in
    compare (String.length x', x', a) (String.length y', y', b)
  | Some _, None -> -1
  | None, Some _ -> 1
  | None, None -> String.compare a b

let world (j : Json.t) : world =
  let labels = List.map (fun (l, t) -> (l, type_of t)) (objects (Json.member "components" j)) in
  let resources = objects (Json.member "resources" j) in
  let is_real l path =
    let field ty f = match ty with Record fields -> List.assoc f fields | _ -> unsupported "field %s" f in
    List.fold_left field (List.assoc l labels) path = Float in
  let entities = objects (Json.member "entities" j) @ resources @ Spawn.entities is_real j in
  let names = List.sort by_entity_name (List.map fst entities) in
  let empty = { labels; names; constants = []; systems = []; start = [];
                resource_labels = List.concat_map (fun (_, o) -> List.map fst (objects (Some o))) resources } in
  let constants = List.map (fun (x, t) ->
      let t, ty = term { world = empty; vars = []; size = 0 } None t in
      match tval ops [] t with Some k -> (x, (k, ty)) | None -> unsupported "a constant without a value")
      (objects (Json.member "constants" j)) in
  let start = List.concat_map (fun (e, o) ->
      List.map (fun (l, k) -> ((Init (index "entity" e names), index "component" l (List.map fst labels)), Some (value names (List.assoc l labels) k)))
        (objects (Some o))) entities in
  let world = { empty with constants; start } in
  { world with systems = List.map (fun (x, s) -> (x, system world s)) (objects (Json.member "systems" j)) }

(* A schedule, and the systems of its leaves *)
let rec schedule all systems (j : Json.t) : schedule * string list = match j with
  | Object [ (("conc" | "seq") as form, String s) ] ->
    let s' = match List.assoc_opt s systems with Some x -> x | None -> unsupported "unknown system %s" s in
    ((if form = "conc" then z_conc s' else z_seq s'), [ s ])
  | Object [ (("par" | "then") as form, List (z :: r)) ] ->
    List.fold_left (fun (z, l) y ->
        let y, k = schedule all systems y in
        ((if form = "par" then z_par z y else z_then z y), l @ k)) (schedule all systems z) r
  | Object [ ("use", String x) ] -> schedule all systems (List.assoc x all)
  | j -> unsupported "schedule %s" (Json.print j)
