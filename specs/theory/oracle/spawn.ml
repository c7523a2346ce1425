(* The entities that templates and spawn stand for (specs/reference/program-format.md), each in full. *)

let objects = function Some (Json.Object o) -> o | _ -> []
let set k v o = if List.mem_assoc k o then List.map (fun (l, w) -> (l, if l = k then v else w)) o else o @ [ (k, v) ]

(* SplitMix64 *)
let step = 0x9E3779B97F4A7C15L

let mixed x =
  let open Int64 in
  let x = mul (logxor x (shift_right_logical x 30)) 0xBF58476D1CE4E5B9L in
  let x = mul (logxor x (shift_right_logical x 27)) 0x94D049BB133111EBL in
  logxor x (shift_right_logical x 31)

let stream seed number = ref (mixed (Int64.add (mixed (Int64.add seed step)) number))
let next state = state := Int64.add !state step; mixed !state

let rec below state n =  (* so many of the 2^64 numbers are drawn again that each result is as frequent *)
  let x = next state in
  if Int64.unsigned_compare x (Int64.unsigned_rem (Int64.neg n) n) < 0 then below state n else Int64.unsigned_rem x n

let between state (lo : Json.t) (hi : Json.t) real : Json.t = match lo, hi with
  | Int lo, Int hi when not real ->
    let count = Int64.add (Int64.sub hi lo) 1L in
    Int (Int64.add lo (if count = 0L then next state else below state count))
  | _ ->
    let number = function Json.Int i -> Int64.to_float i | Json.Real x -> x | _ -> raise (Json.Malformed "a range") in
    let lo = number lo and hi = number hi in
    let share = Int64.to_float (Int64.shift_right_logical (next state) 11) /. 9007199254740992. in
    Real (Float.min ((lo *. (1. -. share)) +. (hi *. share)) hi)

let rec with_number path number j = match path with
  | [] -> number
  | f :: path -> Json.Object (set f (with_number path number (List.assoc f (objects (Some j)))) (objects (Some j)))

(* [is_real l path]: whether the number at this path of the component l is a real *)
let entities is_real (program : Json.t) : (string * Json.t) list =
  let templates = objects (Json.member "templates" program) in
  let spawned j =
    let text k = match Json.member k j with Some (Json.String s) -> Some s | _ -> None in
    let integer k = match Json.member k j with Some (Json.Int i) -> i | _ -> 0L in
    let template = Option.get (text "template") in
    let prefix = Option.value (text "name") ~default:template in
    let count = Int64.to_int (integer "count") in
    let width = if prefix = "e" then 1 else String.length (string_of_int (count - 1)) in
    let entity number =
      let state = stream (integer "seed") (Int64.of_int number) in
      let add all part =
        let all = List.fold_left (fun all (l, k) -> set l k all) all (objects (Json.member "components" part)) in
        let all = List.fold_left (fun all (l, choice) -> match choice with
            | Json.List l' -> set l (List.nth l' (Int64.to_int (below state (Int64.of_int (List.length l'))))) all
            | _ -> raise (Json.Malformed "one_of")) all (objects (Json.member "one_of" part)) in
        List.fold_left (fun all (target, range) -> match String.split_on_char '.' target, range with
            | l :: path, Json.List [ lo; hi ] ->
              let number = between state lo hi (is_real l path) in
              set l (with_number path number (Option.value (List.assoc_opt l all) ~default:Json.Null)) all
            | _ -> raise (Json.Malformed "ranges")) all (objects (Json.member "ranges" part)) in
      (Printf.sprintf "%s%0*d" prefix width number, Json.Object (List.fold_left add [] [ List.assoc template templates; j ])) in
    List.init count entity in
  match Json.member "spawn" program with Some (List l) -> List.concat_map spawned l | _ -> []
