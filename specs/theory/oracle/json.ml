(* JSON as coreecs reads it: with comments; members of objects keep their order. *)

type t =
  | Null
  | Bool of bool
  | Int of int64
  | Real of float
  | String of string
  | List of t list
  | Object of (string * t) list

exception Malformed of string

let parse (s : string) : t =
  let at = ref 0 and n = String.length s in
  let fail what = raise (Malformed (Printf.sprintf "%s at byte %d" what !at)) in
  let rec skip () =
    if !at < n then
      match s.[!at] with
      | ' ' | '\t' | '\n' | '\r' -> incr at; skip ()
      | '/' when !at + 1 < n && s.[!at + 1] = '/' -> while !at < n && s.[!at] <> '\n' do incr at done; skip ()
      | '/' when !at + 1 < n && s.[!at + 1] = '*' ->
        at := !at + 2;
        while !at + 1 < n && not (s.[!at] = '*' && s.[!at + 1] = '/') do incr at done;
        at := !at + 2; skip ()
      | _ -> () in
  let peek () = skip (); if !at < n then s.[!at] else fail "end of text" in
  let expect c = if peek () = c then incr at else fail (Printf.sprintf "expected %c" c) in
  let word w v = if !at + String.length w <= n && String.sub s !at (String.length w) = w then (at := !at + String.length w; v) else fail "unknown word" in
  let string () =
    expect '"';
    let b = Buffer.create 16 in
    let hex () = let h = int_of_string ("0x" ^ String.sub s (!at + 1) 4) in at := !at + 4; h in
    let rec go () =
      if !at >= n then fail "end of text";
      match s.[!at] with
      | '"' -> incr at
      | '\\' ->
        incr at;
        (match s.[!at] with
         | 'n' -> Buffer.add_char b '\n' | 't' -> Buffer.add_char b '\t' | 'r' -> Buffer.add_char b '\r'
         | 'b' -> Buffer.add_char b '\b' | 'f' -> Buffer.add_char b '\012'
         | 'u' ->
           let h = hex () in
           let h = if h >= 0xD800 && h < 0xDC00 then (at := !at + 2; let l = hex () in 0x10000 + ((h - 0xD800) lsl 10) + (l - 0xDC00)) else h in
           Buffer.add_utf_8_uchar b (Uchar.of_int h)
         | c -> Buffer.add_char b c);
        incr at; go ()
      | c -> Buffer.add_char b c; incr at; go () in
    go (); Buffer.contents b in
  let number () =
    let start = !at in
    while !at < n && (match s.[!at] with '0' .. '9' | '-' | '+' | '.' | 'e' | 'E' -> true | _ -> false) do incr at done;
    let text = String.sub s start (!at - start) in
    if String.exists (fun c -> c = '.' || c = 'e' || c = 'E') text then Real (float_of_string text)
    else match Int64.of_string_opt text with Some i -> Int i | None -> fail "number" in
  let rec value () = match peek () with
    | '{' -> incr at; if peek () = '}' then (incr at; Object []) else Object (members ())
    | '[' -> incr at; if peek () = ']' then (incr at; List []) else List (elements ())
    | '"' -> String (string ())
    | 't' -> word "true" (Bool true)
    | 'f' -> word "false" (Bool false)
    | 'n' -> word "null" Null
    | _ -> number ()
  and members () =
    skip ();
    let k = string () in
    expect ':';
    let v = value () in
    if peek () = ',' then (incr at; (k, v) :: members ()) else (expect '}'; [ (k, v) ])
  and elements () =
    let v = value () in
    if peek () = ',' then (incr at; v :: elements ()) else (expect ']'; [ v ]) in
  let v = value () in
  skip ();
  if !at < n then fail "more than one value";
  v

let quote s =
  let b = Buffer.create (String.length s + 2) in
  Buffer.add_char b '"';
  String.iter (fun c -> match c with
      | '"' -> Buffer.add_string b "\\\"" | '\\' -> Buffer.add_string b "\\\\"
      | c when Char.code c < 32 -> Buffer.add_string b (Printf.sprintf "\\u%04x" (Char.code c))
      | c -> Buffer.add_char b c) s;
  Buffer.add_char b '"';
  Buffer.contents b

let rec print = function
  | Null -> "null"
  | Bool b -> string_of_bool b
  | Int i -> Int64.to_string i
  | Real x -> let t = Printf.sprintf "%.17g" x in if String.exists (fun c -> c = '.' || c = 'e' || c = 'n') t then t else t ^ ".0"
  | String s -> quote s
  | List l -> "[" ^ String.concat "," (List.map print l) ^ "]"
  | Object o -> "{" ^ String.concat "," (List.map (fun (k, v) -> quote k ^ ":" ^ print v) o) ^ "}"

let member k = function Object o -> List.assoc_opt k o | _ -> None
