(* The second oracle: it answers for programs in JSON what coreecs answers, by the interpreter, the deciders and the
   certificate checker that are extracted from the theory.

     oracle answer              reads cases, one a line, {"program": ..., "schedule": ..., "frames": ...}, and prints one
                                line of answers for each; what it leaves out is {"left_out": why}
     oracle verify PROGRAM CERTIFICATE
                                prints the outcome of each claim *)
open Core_ecs

let limit = 1000  (* linearizations that it enumerates *)
let seconds = 2  (* for the answers to one question that needs an enumeration *)

exception Too_long

let within_time f =
  Sys.set_signal Sys.sigalrm (Signal_handle (fun _ -> raise Too_long));
  ignore (Unix.alarm seconds);
  match f () with
  | x -> ignore (Unix.alarm 0); Some x
  | exception (Too_long | Stack_overflow | Out_of_memory) -> ignore (Unix.alarm 0); None

(* --- Cases ---------------------------------------------------------------------------------------------------------- *)

type case = { world : Program.world; z : schedule; leaves : string array; frames : int; name : string; schedule : string }

(* A schedule that performs nothing, for 0 frames: a system that matches nothing *)
let nothing = z_conc (program_system Program.ops [ q_incl 0 ] (Lit (ABool false)) SNil)

let case program schedule frames : case =
  let world = Program.world program in
  let schedules = Program.objects (Json.member "schedules" program) in
  let one, systems = Program.schedule schedules world.systems (List.assoc schedule schedules) in
  let rec repeat n z = if n <= 1 then z else repeat (n - 1) (z_then z one) in
  let name = match Json.member "name" program with Some (String s) -> s | _ -> "" in
  { world; z = (if frames = 0 then nothing else repeat frames one); frames; name; schedule;
    leaves = Array.concat (List.init frames (fun _ -> Array.of_list systems)) }

let frames_of program = match Json.member "frames" program with Some (Int n) -> Int64.to_int n | _ -> 1
let default_schedule program = match Program.objects (Json.member "schedules" program) with
  | [ (x, _) ] -> x
  | all -> if List.mem_assoc "main" all then "main" else Program.unsupported "no schedule is named main"

(* --- What it prints ------------------------------------------------------------------------------------------------- *)

(* Created entities are numbered in the order in which the reference creates them. *)
let namer (w : Program.world) (reference : occurrence list) : entity -> string =
  let first = List.fold_left (fun n x -> match Program.number_of x with Some d -> max n (int_of_string d + 1) | None -> n) 0 w.names in
  let known = Hashtbl.create 16 in
  let next = ref first in
  List.iter (fun a ->
      for i = 0 to made_by a - 1 do
        Hashtbl.replace known (Created (leaf_of a, entities_of a, i)) (Printf.sprintf "e%d" !next);
        incr next
      done) reference;
  let names = Array.of_list w.names in
  let rec name = function
    | Init n -> names.(n)
    | Created (l, es, n) as e ->
      (match Hashtbl.find_opt known e with
       | Some x -> x
       | None -> Printf.sprintf "<%d; %s; %d>" l (String.concat ", " (List.map name es)) n) in
  name

let rec value name (ty : Program.ty) (k : val0) : Json.t = match ty, k with
  | _, Atom AUnit -> Null
  | _, Atom (ABool b) -> Bool b
  | _, Atom (AInt i) -> Int (Program.int64_of i)
  | _, Atom (AReal b) -> Real (Program.float_of b)
  | _, Atom (AText s) -> String s
  | _, Ref e -> String (name e)
  | Record ((x, t) :: fields), VCons (k, r) ->
    (match value name (Record fields) r with Object o -> Object ((x, value name t k) :: o) | j -> j)
  | Listing (t, _), k -> let rec all = function VCons (k, r) -> value name t k :: all r | _ -> [] in List (all k)
  | _, _ -> Object []

let state name (w : Program.world) (c : start_state) : Json.t =
  Object (List.map (fun e ->
      (name e, Json.Object (List.concat (List.mapi (fun i (l, ty) -> match value_at c e i with
           | Some k -> [ (l, value name ty k) ]
           | None -> []) w.labels)))) (living c))

let decimal (n : n) : string =
  let ten = Npos (XO (XI (XO XH))) in
  let digit = function N0 -> 0 | Npos p -> Int64.to_int (Program.bits p) in
  let rec go n acc = match n with
    | N0 -> acc
    | n -> let q, r = N.div_eucl n ten in go q (string_of_int (digit r) ^ acc) in
  match n with N0 -> "0" | n -> go n ""

let small n = match n with N0 -> true | Npos _ -> (let s = decimal n in String.length s < 6 && int_of_string s <= limit)

let invocation name case a : Json.t =
  List [ Int (Int64.of_int (leaf_of a)); String case.leaves.(leaf_of a); List (List.map (fun e -> Json.String (name e)) (entities_of a)) ]

let influence name case : Json.t =
  let place (e, i) = (name e, fst (List.nth case.world.labels i)) in
  List (List.map (fun (e, l) -> Json.List [ String e; String l ]) (List.sort_uniq compare (List.map place (influence_at case.world.start case.z))))

(* Whether two states are equal up to renaming; with more created entities it is not tried. *)
let can_rename c = List.length (news_of c) <= 6

(* Without enumeration *)
type decided = { t : occurrence sp; reference : occurrence list; number : n; states : start_state list;
                 by_rule : bool; safe : bool; exact : bool }

let decide case =
  let c = case.world.start in
  let t = order_at c case.z in
  let reference = invocations t in
  let per_frame = Array.length case.leaves / max 1 case.frames in
  let states = List.init (case.frames + 1) (fun k ->
      after c (List.concat_map (fun a -> if leaf_of a < k * per_frame then update_of a else []) reference)) in
  { t; reference; states; number = count t; by_rule = verdict_rule c case.z; safe = verdict_safe t; exact = verdict_exact t }

let answer (case : case) : Json.t = match within_time (fun () -> decide case) with
  | None -> Program.unsupported "too large"
  | Some { reference; _ } when not (List.for_all is_defined reference) -> Object [ ("error", Bool true) ]
  | Some { t; reference; number; states; by_rule; safe; exact } ->
    let c = case.world.start in
    let name = namer case.world reference in
    let yes_or_unknown f = match f with Some b -> Json.Bool b | None -> Json.Null in
    let few = small number && can_rename (List.nth states case.frames) in
    let deterministic =
      if exact then Some true
      else if few then within_time (fun () -> verdict_deterministic c case.z)
      else None in
    let confluent =
      if safe || (deterministic = Some true && verdict_hereditary t) then Some true
      else if few && List.length reference <= 12 then within_time (fun () -> verdict_confluent c case.z)
      else None in
    let orders = if not (small number) then [] else
        [ ("orders", Json.List (List.map (fun l -> Json.List (List.map (invocation name case) l)) (linearizations_of t))) ] in
    Object ([ ("states", Json.List (List.map (state name case.world) states));
              ("reference", Json.List (List.map (invocation name case) reference));
              ("linearizations", Json.String (decimal number));
              ("influence", influence name case);
              ("safe_by_rule", Json.Bool by_rule);
              ("safe", Json.Bool safe);
              ("deterministic", yes_or_unknown deterministic);
              ("confluent", yes_or_unknown confluent) ] @ orders)

(* --- Certificates --------------------------------------------------------------------------------------------------- *)

let get k j = match Json.member k j with Some v -> v | None -> Program.unsupported "a certificate without %s" k
let text = function Json.String s -> s | _ -> Program.unsupported "a text was expected"
let items = function Json.List l -> l | _ -> Program.unsupported "a list was expected"
let int = function Json.Int i -> Int64.to_int i | _ -> Program.unsupported "a number was expected"

let verify program certificate =
  let case = case program (text (get "schedule" certificate)) (int (get "frames" certificate)) in
  if text (get "program" certificate) <> case.name then [ ("program", "refused") ]
  else begin
    let w = case.world in
    let created = Hashtbl.create 16 in
    let entity x = match Hashtbl.find_opt created x with Some e -> e | None -> Init (Program.named w x) in
    List.iter (fun j ->
        Hashtbl.replace created (text (get "name" j))
          (Created (int (get "leaf" j), List.map (fun e -> entity (text e)) (items (get "entities" j)), int (get "number" j))))
      (items (get "created" certificate));
    let rec read ty (j : Json.t) : val0 = match (ty : Program.ty), j with
      | Entity, String x -> Ref (entity x)
      | Record fields, Object o -> List.fold_right (fun (k, t) r -> VCons (read t (List.assoc k o), r)) fields VNil
      | Listing (t, _), List l -> List.fold_right (fun j r -> VCons (read t j, r)) l VNil
      | ty, j -> Program.value w.names ty j in
    let place j = let l = get "location" j in (entity (text (get "entity" l)), Program.label w (text (get "component" l))) in
    let known = ref true in  (* whether each invocation names the system of its leaf *)
    let step j =
      let leaf = int (get "leaf" j) in
      if leaf >= Array.length case.leaves || case.leaves.(leaf) <> text (get "system" j) then known := false;
      (leaf, List.map (fun e -> entity (text e)) (items (get "entities" j))) in
    let writer i j = { by_ = step j; leaves_ = Option.map (read (snd (List.nth w.labels i))) (Json.member "leaves" j) } in
    let contest j = let l = place j in { at_place = l; writers_ = List.map (writer (snd l)) (items (get "invocations" j)) } in
    let contested j = List.map contest (items (get "contested" j)) in
    let end_ j : start_state = List.concat_map (fun (e, o) ->
        List.map (fun (l, k) -> ((entity e, Program.label w l), Some (read (List.assoc l w.labels) k))) (Program.objects (Some o)))
        (Program.objects (Some j)) in
    let run j = a_run (List.map step (items (get "order" j))) (end_ (get "final" j)) in
    let two k j = match items (get k j) with [ a; b ] -> (a, b) | _ -> Program.unsupported "two %s" k in
    let accepts k = accepts_claim w.start case.z k && !known in
    let claims = List.filter_map (fun key -> Option.map (fun j -> (key, j)) (Json.member key certificate))
        [ "safe_by_rule"; "safe"; "deterministic"; "confluent" ] in
    let deterministic = ref false in
    List.map (fun (key, j) ->
        known := true;
        let because = text (get "because" j) in
        let holds = get "holds" j = Bool true in
        let claim = match key, because with
          | "safe_by_rule", "disjoint" -> Disjoint
          | "safe_by_rule", "overlap" -> let u, v = two "invocations" j in Overlap (int (get "rule" j), place j, step u, step v)
          | "safe", "agreement" -> Safe_agreement (contested j)
          | "safe", "conflict" -> let l = place j in let u, v = two "invocations" j in Conflict (l, writer (snd l) u, writer (snd l) v)
          | "deterministic", "safe" -> Deterministic_safe
          | "deterministic", "agreement" -> Deterministic_agreement (contested j)
          | "deterministic", "exploration" -> explored_deterministic (List.map end_ (items (get "ends" j)))
          | "deterministic", "linearizations" ->
            let l = place j in
            let u, v = two "invocations" j and a, b = two "runs" j in
            Linearizations (l, writer (snd l) u, writer (snd l) v, run a, run b)
          | "confluent", "hereditary" -> Hereditary
          | "confluent", "exploration" -> explored_confluent (List.map end_ (items (get "ends" j)))
          | "confluent", "runs" ->
            let a, b = two "runs" j in
            let fails j = Json.member "error" j <> None in
            let order j = List.map step (items (get "order" j)) in
            if fails a then Fails (order a, run b) else if fails b then Fails (order b, run a)
            else Runs (place j, run a, run b)
          | _ -> Program.unsupported "claim %s" because in
        let yes = accepts claim in
        let yes = if because = "hereditary" then yes && !deterministic else yes in
        if key = "deterministic" then deterministic := yes && holds;
        let words = String.map (fun c -> if c = '_' then ' ' else c) key in
        ((if holds then words else "not " ^ words), if yes then "accepted" else "refused")) claims
  end

(* --- Commands ------------------------------------------------------------------------------------------------------- *)

let of_file path = let f = open_in_bin path in let s = really_input_string f (in_channel_length f) in close_in f; Json.parse s

let left_out why : Json.t = Object [ ("left_out", String why) ]
let guarded f = match f () with
  | j -> j
  | exception Program.Unsupported why -> left_out why
  | exception Not_found -> left_out "an unknown name"
  | exception Json.Malformed why -> left_out why

let rec answer_lines () = match input_line stdin with
  | exception End_of_file -> ()
  | line ->
    print_endline (Json.print (guarded (fun () ->
        let j = Json.parse line in
        let program = get "program" j in
        let schedule = match Json.member "schedule" j with Some (String s) -> s | _ -> default_schedule program in
        let frames = match Json.member "frames" j with Some (Int n) -> Int64.to_int n | _ -> frames_of program in
        answer (case program schedule frames))));
    answer_lines ()

(* Pairs of a program and a certificate, one a line *)
let rec verify_lines () = match input_line stdin with
  | exception End_of_file -> ()
  | line ->
    print_endline (Json.print (guarded (fun () ->
        let j = Json.parse line in
        match within_time (fun () -> verify (get "program" j) (get "certificate" j)) with
        | Some all -> Object (List.map (fun (claim, outcome) -> (claim, Json.String outcome)) all)
        | None -> left_out "too large")));
    verify_lines ()

let () = match Array.to_list Sys.argv with
  | [ _; "answer" ] -> answer_lines ()
  | [ _; "verify" ] -> verify_lines ()
  | _ -> prerr_endline "usage: oracle answer | oracle verify"; exit 2
