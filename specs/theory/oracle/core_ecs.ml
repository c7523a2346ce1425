
type __ = Obj.t

(** val negb : bool -> bool **)

let negb = function
| true -> false
| false -> true

(** val option_map : ('a1 -> 'a2) -> 'a1 option -> 'a2 option **)

let option_map f = function
| Some a -> Some (f a)
| None -> None

(** val fst : ('a1 * 'a2) -> 'a1 **)

let fst = function
| (x, _) -> x

(** val snd : ('a1 * 'a2) -> 'a2 **)

let snd = function
| (_, y) -> y

(** val length : 'a1 list -> int **)

let rec length = function
| [] -> 0
| _ :: l' -> Stdlib.Int.succ (length l')

(** val app : 'a1 list -> 'a1 list -> 'a1 list **)

let rec app l m =
  match l with
  | [] -> m
  | a :: l1 -> a :: (app l1 m)

type comparison =
| Eq
| Lt
| Gt

(** val compOpp : comparison -> comparison **)

let compOpp = function
| Eq -> Eq
| Lt -> Gt
| Gt -> Lt

(** val add : int -> int -> int **)

let rec add = (+)

(** val bool_dec : bool -> bool -> bool **)

let bool_dec b1 b2 =
  if b1 then if b2 then true else false else if b2 then false else true

module Nat =
 struct
  (** val ltb : int -> int -> bool **)

  let ltb n0 m =
    (<=) (Stdlib.Int.succ n0) m
 end

(** val in_dec : ('a1 -> 'a1 -> bool) -> 'a1 -> 'a1 list -> bool **)

let rec in_dec h a = function
| [] -> false
| y :: l0 -> let s = h y a in if s then true else in_dec h a l0

(** val nth : int -> 'a1 list -> 'a1 -> 'a1 **)

let rec nth n0 l default =
  (fun fO fS n -> if n=0 then fO () else fS (n-1))
    (fun _ -> match l with
              | [] -> default
              | x :: _ -> x)
    (fun m -> match l with
              | [] -> default
              | _ :: t -> nth m t default)
    n0

(** val nth_error : 'a1 list -> int -> 'a1 option **)

let rec nth_error l n0 =
  (fun fO fS n -> if n=0 then fO () else fS (n-1))
    (fun _ -> match l with
              | [] -> None
              | x :: _ -> Some x)
    (fun n1 -> match l with
               | [] -> None
               | _ :: l0 -> nth_error l0 n1)
    n0

(** val rev : 'a1 list -> 'a1 list **)

let rec rev = function
| [] -> []
| x :: l' -> app (rev l') (x :: [])

(** val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list **)

let rec map f = function
| [] -> []
| a :: t -> (f a) :: (map f t)

(** val flat_map : ('a1 -> 'a2 list) -> 'a1 list -> 'a2 list **)

let rec flat_map f = function
| [] -> []
| x :: t -> app (f x) (flat_map f t)

(** val fold_right : ('a2 -> 'a1 -> 'a1) -> 'a1 -> 'a2 list -> 'a1 **)

let rec fold_right f a0 = function
| [] -> a0
| b :: t -> f b (fold_right f a0 t)

(** val existsb : ('a1 -> bool) -> 'a1 list -> bool **)

let rec existsb f = function
| [] -> false
| a :: l0 -> (||) (f a) (existsb f l0)

(** val forallb : ('a1 -> bool) -> 'a1 list -> bool **)

let rec forallb f = function
| [] -> true
| a :: l0 -> (&&) (f a) (forallb f l0)

(** val filter : ('a1 -> bool) -> 'a1 list -> 'a1 list **)

let rec filter f = function
| [] -> []
| x :: l0 -> if f x then x :: (filter f l0) else filter f l0

(** val find : ('a1 -> bool) -> 'a1 list -> 'a1 option **)

let rec find f = function
| [] -> None
| x :: tl -> if f x then Some x else find f tl

(** val combine : 'a1 list -> 'a2 list -> ('a1 * 'a2) list **)

let rec combine l l' =
  match l with
  | [] -> []
  | x :: tl ->
    (match l' with
     | [] -> []
     | y :: tl' -> (x, y) :: (combine tl tl'))

(** val repeat : 'a1 -> int -> 'a1 list **)

let rec repeat x n0 =
  (fun fO fS n -> if n=0 then fO () else fS (n-1))
    (fun _ -> [])
    (fun k -> x :: (repeat x k))
    n0

type positive =
| XI of positive
| XO of positive
| XH

type n =
| N0
| Npos of positive

type z =
| Z0
| Zpos of positive
| Zneg of positive

module Pos =
 struct
  type mask =
  | IsNul
  | IsPos of positive
  | IsNeg
 end

module Coq_Pos =
 struct
  (** val succ : positive -> positive **)

  let rec succ = function
  | XI p -> XO (succ p)
  | XO p -> XI p
  | XH -> XO XH

  (** val add : positive -> positive -> positive **)

  let rec add x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> XO (add_carry p q)
       | XO q -> XI (add p q)
       | XH -> XO (succ p))
    | XO p ->
      (match y with
       | XI q -> XI (add p q)
       | XO q -> XO (add p q)
       | XH -> XI p)
    | XH -> (match y with
             | XI q -> XO (succ q)
             | XO q -> XI q
             | XH -> XO XH)

  (** val add_carry : positive -> positive -> positive **)

  and add_carry x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> XI (add_carry p q)
       | XO q -> XO (add_carry p q)
       | XH -> XI (succ p))
    | XO p ->
      (match y with
       | XI q -> XO (add_carry p q)
       | XO q -> XI (add p q)
       | XH -> XO (succ p))
    | XH ->
      (match y with
       | XI q -> XI (succ q)
       | XO q -> XO (succ q)
       | XH -> XI XH)

  (** val pred_double : positive -> positive **)

  let rec pred_double = function
  | XI p -> XI (XO p)
  | XO p -> XI (pred_double p)
  | XH -> XH

  type mask = Pos.mask =
  | IsNul
  | IsPos of positive
  | IsNeg

  (** val succ_double_mask : mask -> mask **)

  let succ_double_mask = function
  | IsNul -> IsPos XH
  | IsPos p -> IsPos (XI p)
  | IsNeg -> IsNeg

  (** val double_mask : mask -> mask **)

  let double_mask = function
  | IsPos p -> IsPos (XO p)
  | x0 -> x0

  (** val double_pred_mask : positive -> mask **)

  let double_pred_mask = function
  | XI p -> IsPos (XO (XO p))
  | XO p -> IsPos (XO (pred_double p))
  | XH -> IsNul

  (** val sub_mask : positive -> positive -> mask **)

  let rec sub_mask x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> double_mask (sub_mask p q)
       | XO q -> succ_double_mask (sub_mask p q)
       | XH -> IsPos (XO p))
    | XO p ->
      (match y with
       | XI q -> succ_double_mask (sub_mask_carry p q)
       | XO q -> double_mask (sub_mask p q)
       | XH -> IsPos (pred_double p))
    | XH -> (match y with
             | XH -> IsNul
             | _ -> IsNeg)

  (** val sub_mask_carry : positive -> positive -> mask **)

  and sub_mask_carry x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> succ_double_mask (sub_mask_carry p q)
       | XO q -> double_mask (sub_mask p q)
       | XH -> IsPos (pred_double p))
    | XO p ->
      (match y with
       | XI q -> double_mask (sub_mask_carry p q)
       | XO q -> succ_double_mask (sub_mask_carry p q)
       | XH -> double_pred_mask p)
    | XH -> IsNeg

  (** val mul : positive -> positive -> positive **)

  let rec mul x y =
    match x with
    | XI p -> add y (XO (mul p y))
    | XO p -> XO (mul p y)
    | XH -> y

  (** val iter : ('a1 -> 'a1) -> 'a1 -> positive -> 'a1 **)

  let rec iter f x = function
  | XI n' -> f (iter f (iter f x n') n')
  | XO n' -> iter f (iter f x n') n'
  | XH -> f x

  (** val compare_cont : comparison -> positive -> positive -> comparison **)

  let rec compare_cont r x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> compare_cont r p q
       | XO q -> compare_cont Gt p q
       | XH -> Gt)
    | XO p ->
      (match y with
       | XI q -> compare_cont Lt p q
       | XO q -> compare_cont r p q
       | XH -> Gt)
    | XH -> (match y with
             | XH -> r
             | _ -> Lt)

  (** val compare : positive -> positive -> comparison **)

  let compare =
    compare_cont Eq

  (** val eqb : positive -> positive -> bool **)

  let rec eqb p q =
    match p with
    | XI p0 -> (match q with
                | XI q0 -> eqb p0 q0
                | _ -> false)
    | XO p0 -> (match q with
                | XO q0 -> eqb p0 q0
                | _ -> false)
    | XH -> (match q with
             | XH -> true
             | _ -> false)

  (** val of_succ_nat : int -> positive **)

  let rec of_succ_nat n0 =
    (fun fO fS n -> if n=0 then fO () else fS (n-1))
      (fun _ -> XH)
      (fun x -> succ (of_succ_nat x))
      n0

  (** val eq_dec : positive -> positive -> bool **)

  let rec eq_dec p x0 =
    match p with
    | XI p0 -> (match x0 with
                | XI p1 -> eq_dec p0 p1
                | _ -> false)
    | XO p0 -> (match x0 with
                | XO p1 -> eq_dec p0 p1
                | _ -> false)
    | XH -> (match x0 with
             | XH -> true
             | _ -> false)
 end

module N =
 struct
  (** val succ_double : n -> n **)

  let succ_double = function
  | N0 -> Npos XH
  | Npos p -> Npos (XI p)

  (** val double : n -> n **)

  let double = function
  | N0 -> N0
  | Npos p -> Npos (XO p)

  (** val add : n -> n -> n **)

  let add n0 m =
    match n0 with
    | N0 -> m
    | Npos p -> (match m with
                 | N0 -> n0
                 | Npos q -> Npos (Coq_Pos.add p q))

  (** val sub : n -> n -> n **)

  let sub n0 m =
    match n0 with
    | N0 -> N0
    | Npos n' ->
      (match m with
       | N0 -> n0
       | Npos m' ->
         (match Coq_Pos.sub_mask n' m' with
          | Coq_Pos.IsPos p -> Npos p
          | _ -> N0))

  (** val mul : n -> n -> n **)

  let mul n0 m =
    match n0 with
    | N0 -> N0
    | Npos p -> (match m with
                 | N0 -> N0
                 | Npos q -> Npos (Coq_Pos.mul p q))

  (** val compare : n -> n -> comparison **)

  let compare n0 m =
    match n0 with
    | N0 -> (match m with
             | N0 -> Eq
             | Npos _ -> Lt)
    | Npos n' -> (match m with
                  | N0 -> Gt
                  | Npos m' -> Coq_Pos.compare n' m')

  (** val leb : n -> n -> bool **)

  let leb x y =
    match compare x y with
    | Gt -> false
    | _ -> true

  (** val pos_div_eucl : positive -> n -> n * n **)

  let rec pos_div_eucl a b =
    match a with
    | XI a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' = succ_double r in
      if leb b r' then ((succ_double q), (sub r' b)) else ((double q), r')
    | XO a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' = double r in
      if leb b r' then ((succ_double q), (sub r' b)) else ((double q), r')
    | XH ->
      (match b with
       | N0 -> (N0, (Npos XH))
       | Npos p -> (match p with
                    | XH -> ((Npos XH), N0)
                    | _ -> (N0, (Npos XH))))

  (** val div_eucl : n -> n -> n * n **)

  let div_eucl a b =
    match a with
    | N0 -> (N0, N0)
    | Npos na -> (match b with
                  | N0 -> (N0, a)
                  | Npos _ -> pos_div_eucl na b)

  (** val of_nat : int -> n **)

  let of_nat n0 =
    (fun fO fS n -> if n=0 then fO () else fS (n-1))
      (fun _ -> N0)
      (fun n' -> Npos (Coq_Pos.of_succ_nat n'))
      n0
 end

module Z =
 struct
  (** val double : z -> z **)

  let double = function
  | Z0 -> Z0
  | Zpos p -> Zpos (XO p)
  | Zneg p -> Zneg (XO p)

  (** val succ_double : z -> z **)

  let succ_double = function
  | Z0 -> Zpos XH
  | Zpos p -> Zpos (XI p)
  | Zneg p -> Zneg (Coq_Pos.pred_double p)

  (** val pred_double : z -> z **)

  let pred_double = function
  | Z0 -> Zneg XH
  | Zpos p -> Zpos (Coq_Pos.pred_double p)
  | Zneg p -> Zneg (XI p)

  (** val pos_sub : positive -> positive -> z **)

  let rec pos_sub x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> double (pos_sub p q)
       | XO q -> succ_double (pos_sub p q)
       | XH -> Zpos (XO p))
    | XO p ->
      (match y with
       | XI q -> pred_double (pos_sub p q)
       | XO q -> double (pos_sub p q)
       | XH -> Zpos (Coq_Pos.pred_double p))
    | XH ->
      (match y with
       | XI q -> Zneg (XO q)
       | XO q -> Zneg (Coq_Pos.pred_double q)
       | XH -> Z0)

  (** val add : z -> z -> z **)

  let add x y =
    match x with
    | Z0 -> y
    | Zpos x' ->
      (match y with
       | Z0 -> x
       | Zpos y' -> Zpos (Coq_Pos.add x' y')
       | Zneg y' -> pos_sub x' y')
    | Zneg x' ->
      (match y with
       | Z0 -> x
       | Zpos y' -> pos_sub y' x'
       | Zneg y' -> Zneg (Coq_Pos.add x' y'))

  (** val opp : z -> z **)

  let opp = function
  | Z0 -> Z0
  | Zpos x0 -> Zneg x0
  | Zneg x0 -> Zpos x0

  (** val sub : z -> z -> z **)

  let sub m n0 =
    add m (opp n0)

  (** val mul : z -> z -> z **)

  let mul x y =
    match x with
    | Z0 -> Z0
    | Zpos x' ->
      (match y with
       | Z0 -> Z0
       | Zpos y' -> Zpos (Coq_Pos.mul x' y')
       | Zneg y' -> Zneg (Coq_Pos.mul x' y'))
    | Zneg x' ->
      (match y with
       | Z0 -> Z0
       | Zpos y' -> Zneg (Coq_Pos.mul x' y')
       | Zneg y' -> Zpos (Coq_Pos.mul x' y'))

  (** val pow_pos : z -> positive -> z **)

  let pow_pos z0 =
    Coq_Pos.iter (mul z0) (Zpos XH)

  (** val pow : z -> z -> z **)

  let pow x = function
  | Z0 -> Zpos XH
  | Zpos p -> pow_pos x p
  | Zneg _ -> Z0

  (** val compare : z -> z -> comparison **)

  let compare x y =
    match x with
    | Z0 -> (match y with
             | Z0 -> Eq
             | Zpos _ -> Lt
             | Zneg _ -> Gt)
    | Zpos x' -> (match y with
                  | Zpos y' -> Coq_Pos.compare x' y'
                  | _ -> Gt)
    | Zneg x' ->
      (match y with
       | Zneg y' -> compOpp (Coq_Pos.compare x' y')
       | _ -> Lt)

  (** val leb : z -> z -> bool **)

  let leb x y =
    match compare x y with
    | Gt -> false
    | _ -> true

  (** val ltb : z -> z -> bool **)

  let ltb x y =
    match compare x y with
    | Lt -> true
    | _ -> false

  (** val eqb : z -> z -> bool **)

  let eqb x y =
    match x with
    | Z0 -> (match y with
             | Z0 -> true
             | _ -> false)
    | Zpos p -> (match y with
                 | Zpos q -> Coq_Pos.eqb p q
                 | _ -> false)
    | Zneg p -> (match y with
                 | Zneg q -> Coq_Pos.eqb p q
                 | _ -> false)

  (** val abs : z -> z **)

  let abs = function
  | Zneg p -> Zpos p
  | x -> x

  (** val of_N : n -> z **)

  let of_N = function
  | N0 -> Z0
  | Npos p -> Zpos p

  (** val pos_div_eucl : positive -> z -> z * z **)

  let rec pos_div_eucl a b =
    match a with
    | XI a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' = add (mul (Zpos (XO XH)) r) (Zpos XH) in
      if ltb r' b
      then ((mul (Zpos (XO XH)) q), r')
      else ((add (mul (Zpos (XO XH)) q) (Zpos XH)), (sub r' b))
    | XO a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' = mul (Zpos (XO XH)) r in
      if ltb r' b
      then ((mul (Zpos (XO XH)) q), r')
      else ((add (mul (Zpos (XO XH)) q) (Zpos XH)), (sub r' b))
    | XH -> if leb (Zpos (XO XH)) b then (Z0, (Zpos XH)) else ((Zpos XH), Z0)

  (** val div_eucl : z -> z -> z * z **)

  let div_eucl a b =
    match a with
    | Z0 -> (Z0, Z0)
    | Zpos a' ->
      (match b with
       | Z0 -> (Z0, a)
       | Zpos _ -> pos_div_eucl a' b
       | Zneg b' ->
         let (q, r) = pos_div_eucl a' (Zpos b') in
         (match r with
          | Z0 -> ((opp q), Z0)
          | _ -> ((opp (add q (Zpos XH))), (add b r))))
    | Zneg a' ->
      (match b with
       | Z0 -> (Z0, a)
       | Zpos _ ->
         let (q, r) = pos_div_eucl a' b in
         (match r with
          | Z0 -> ((opp q), Z0)
          | _ -> ((opp (add q (Zpos XH))), (sub b r)))
       | Zneg b' -> let (q, r) = pos_div_eucl a' (Zpos b') in (q, (opp r)))

  (** val div : z -> z -> z **)

  let div a b =
    let (q, _) = div_eucl a b in q

  (** val modulo : z -> z -> z **)

  let modulo a b =
    let (_, r) = div_eucl a b in r

  (** val quotrem : z -> z -> z * z **)

  let quotrem a b =
    match a with
    | Z0 -> (Z0, Z0)
    | Zpos a0 ->
      (match b with
       | Z0 -> (Z0, a)
       | Zpos b0 ->
         let (q, r) = N.pos_div_eucl a0 (Npos b0) in ((of_N q), (of_N r))
       | Zneg b0 ->
         let (q, r) = N.pos_div_eucl a0 (Npos b0) in
         ((opp (of_N q)), (of_N r)))
    | Zneg a0 ->
      (match b with
       | Z0 -> (Z0, a)
       | Zpos b0 ->
         let (q, r) = N.pos_div_eucl a0 (Npos b0) in
         ((opp (of_N q)), (opp (of_N r)))
       | Zneg b0 ->
         let (q, r) = N.pos_div_eucl a0 (Npos b0) in
         ((of_N q), (opp (of_N r))))

  (** val quot : z -> z -> z **)

  let quot a b =
    fst (quotrem a b)

  (** val rem : z -> z -> z **)

  let rem a b =
    snd (quotrem a b)

  (** val eq_dec : z -> z -> bool **)

  let eq_dec x y =
    match x with
    | Z0 -> (match y with
             | Z0 -> true
             | _ -> false)
    | Zpos p -> (match y with
                 | Zpos p0 -> Coq_Pos.eq_dec p p0
                 | _ -> false)
    | Zneg p -> (match y with
                 | Zneg p0 -> Coq_Pos.eq_dec p p0
                 | _ -> false)
 end

type ('l, 'v) update = ('l * 'v option) list

(** val last :
    ('a1 -> 'a1 -> bool) -> ('a1, 'a2) update -> 'a1 -> 'a2 option option **)

let rec last dec u l =
  match u with
  | [] -> None
  | p :: u' ->
    let (l', v0) = p in
    (match last dec u' l with
     | Some w0 -> Some w0
     | None -> if dec l l' then Some v0 else None)

(** val at_ :
    ('a1 -> 'a1 -> bool) -> ('a1, 'a2) update -> 'a1 -> 'a2 option **)

let at_ dec c l =
  match last dec c l with
  | Some v0 -> v0
  | None -> None

type names = { e_dec : (__ -> __ -> bool); i_dec : (__ -> __ -> bool);
               fresh : (int -> __ list -> int -> __) }

type e = __

type i = __

type v = __

(** val loc_dec : names -> (e * i) -> (e * i) -> bool **)

let loc_dec h a b =
  let (a0, b0) = a in
  let (a1, b1) = b in if h.e_dec a0 a1 then h.i_dec b0 b1 else false

type state = (e * i, v) update

(** val wr : names -> (e * i, v) update -> (e * i) -> v option option **)

let wr h =
  last (loc_dec h)

(** val get : names -> (e * i, v) update -> (e * i) -> v option **)

let get h =
  at_ (loc_dec h)

type mutation =
| Attach of i * e * v
| Detach of i * e
| Compose of mutation * mutation
| Nu of (e -> mutation)
| Nil
| Undefined

(** val perform :
    names -> (int -> e) -> int -> mutation -> (e * i, v) update * int **)

let rec perform h phi n0 = function
| Attach (i0, e0, k) -> ((((e0, i0), (Some k)) :: []), n0)
| Detach (i0, e0) -> ((((e0, i0), None) :: []), n0)
| Compose (m0, m') ->
  let (u, n1) = perform h phi n0 m0 in
  let (u', n2) = perform h phi n1 m' in ((app u u'), n2)
| Nu f -> perform h phi (Stdlib.Int.succ n0) (f (phi n0))
| _ -> ([], n0)

(** val defined : names -> (int -> e) -> int -> mutation -> bool **)

let rec defined h phi n0 = function
| Compose (m0, m') ->
  (&&) (defined h phi n0 m0) (defined h phi (snd (perform h phi n0 m0)) m')
| Nu f -> defined h phi (Stdlib.Int.succ n0) (f (phi n0))
| Undefined -> false
| _ -> true

type language = { query : (__ -> state -> (e list * __) list);
                  look : (__ -> state -> e list -> __ option);
                  body : (__ -> e list -> __ -> mutation);
                  faulty : (__ -> bool) }

type w = __

type system = __

type schedule =
| Conc of system
| Seq of system
| Par of schedule * schedule
| Andthen of schedule * schedule

(** val leaves : names -> language -> schedule -> int **)

let rec leaves h h0 = function
| Par (z1, z') -> add (leaves h h0 z1) (leaves h h0 z')
| Andthen (z1, z') -> add (leaves h h0 z1) (leaves h h0 z')
| _ -> Stdlib.Int.succ 0

(** val write_dec :
    ('a1 -> 'a1 -> bool) -> 'a1 option option -> 'a1 option option -> bool **)

let write_dec v_dec0 a b =
  match a with
  | Some a0 ->
    (match b with
     | Some a1 ->
       (match a0 with
        | Some a2 -> (match a1 with
                      | Some a3 -> v_dec0 a2 a3
                      | None -> false)
        | None -> (match a1 with
                   | Some _ -> false
                   | None -> true))
     | None -> false)
  | None -> (match b with
             | Some _ -> false
             | None -> true)

(** val equivb :
    ('a1 -> 'a1 -> bool) -> ('a2 -> 'a2 -> bool) -> ('a1, 'a2) update ->
    ('a1, 'a2) update -> bool **)

let equivb dec v_dec0 u u' =
  forallb (fun l ->
    if write_dec v_dec0 (last dec u l) (last dec u' l) then true else false)
    (map fst (app u u'))

(** val composite :
    ('a3 -> ('a1, 'a2) update) -> 'a3 list -> ('a1 * 'a2 option) list **)

let composite =
  flat_map

type occurrence = { leaf : int; ents : e list; upd : (e * i, v) update;
                    made : int; ok : bool }

(** val key : names -> occurrence -> int * e list **)

let key _ a =
  (a.leaf, a.ents)

(** val invoke :
    names -> language -> system -> int -> (e list * w) -> occurrence **)

let invoke h h0 s lf r =
  let m = h0.body s (fst r) (snd r) in
  { leaf = lf; ents = (fst r); upd =
  (fst (perform h (h.fresh lf (fst r)) 0 m)); made =
  (snd (perform h (h.fresh lf (fst r)) 0 m)); ok =
  (defined h (h.fresh lf (fst r)) 0 m) }

(** val apply :
    names -> language -> system -> int -> (e list * w) list -> (e * i, v)
    update **)

let apply h h0 s lf r =
  composite (fun o -> o.upd) (map (invoke h h0 s lf) r)

(** val again :
    names -> language -> system -> state -> (e list * w) -> w option **)

let again _ h0 s c r =
  if h0.faulty (snd r) then Some (snd r) else h0.look s c (fst r)

(** val roll :
    names -> language -> system -> int -> state -> (e list * w) list -> (e
    list * w) list **)

let rec roll h h0 s lf c = function
| [] -> []
| x :: r0 ->
  (match again h h0 s c x with
   | Some w0 ->
     ((fst x),
       w0) :: (roll h h0 s lf (app c (invoke h h0 s lf ((fst x), w0)).upd) r0)
   | None -> roll h h0 s lf c r0)

(** val rolled :
    names -> language -> system -> int -> state -> (e list * w) list **)

let rolled h h0 s lf c =
  roll h h0 s lf c (h0.query s c)

(** val produce :
    names -> language -> state -> schedule -> int -> (e * i, v) update **)

let rec produce h h0 c z0 lf =
  match z0 with
  | Conc s -> apply h h0 s lf (h0.query s c)
  | Seq s -> apply h h0 s lf (rolled h h0 s lf c)
  | Par (z1, z') ->
    app (produce h h0 c z1 lf) (produce h h0 c z' (add lf (leaves h h0 z1)))
  | Andthen (z1, z') ->
    let m = produce h h0 c z1 lf in
    app m (produce h h0 (app c m) z' (add lf (leaves h h0 z1)))

(** val advance : names -> language -> state -> schedule -> int -> state **)

let advance h h0 c z0 lf =
  app c (produce h h0 c z0 lf)

type 'a sp =
| Empty
| Leaf of 'a
| Par0 of 'a sp * 'a sp
| Then of 'a sp * 'a sp

(** val elems : 'a1 sp -> 'a1 list **)

let rec elems = function
| Empty -> []
| Leaf a -> a :: []
| Par0 (x, y) -> app (elems x) (elems y)
| Then (x, y) -> app (elems x) (elems y)

(** val pars : 'a1 list -> 'a1 sp **)

let pars l =
  fold_right (fun a t -> Par0 ((Leaf a), t)) Empty l

(** val thens : 'a1 list -> 'a1 sp **)

let thens l =
  fold_right (fun a t -> Then ((Leaf a), t)) Empty l

(** val fold :
    ('a1 -> 'a1 -> bool) -> ('a3 -> ('a1, 'a2) update) -> 'a3 sp -> 'a1 ->
    'a2 option list **)

let rec fold dec w0 t k =
  match t with
  | Empty -> []
  | Leaf a -> (match last dec (w0 a) k with
               | Some v0 -> v0 :: []
               | None -> [])
  | Par0 (x, y) -> app (fold dec w0 x k) (fold dec w0 y k)
  | Then (x, y) ->
    (match fold dec w0 y k with
     | [] -> fold dec w0 x k
     | o :: l -> o :: l)

(** val po :
    names -> language -> state -> schedule -> int -> occurrence sp **)

let rec po h h0 c z0 lf =
  match z0 with
  | Conc s -> pars (map (invoke h h0 s lf) (h0.query s c))
  | Seq s -> thens (map (invoke h h0 s lf) (rolled h h0 s lf c))
  | Par (z1, z') ->
    Par0 ((po h h0 c z1 lf), (po h h0 c z' (add lf (leaves h h0 z1))))
  | Andthen (z1, z') ->
    Then ((po h h0 c z1 lf),
      (po h h0 (advance h h0 c z1 lf) z' (add lf (leaves h h0 z1))))

(** val not_of : names -> e -> (e * i) -> bool **)

let not_of h x l =
  if h.e_dec (fst l) x then false else true

(** val infl : names -> (int -> e) -> int -> mutation -> (e * i) list **)

let rec infl h phi n0 = function
| Attach (i0, e0, _) -> (e0, i0) :: []
| Detach (i0, e0) -> (e0, i0) :: []
| Compose (m0, m') ->
  app (infl h phi n0 m0) (infl h phi (snd (perform h phi n0 m0)) m')
| Nu f ->
  filter (not_of h (phi n0)) (infl h phi (Stdlib.Int.succ n0) (f (phi n0)))
| _ -> []

(** val infl_of :
    names -> language -> system -> int -> (e list * w) -> (e * i) list **)

let infl_of h h0 s lf r =
  infl h (h.fresh lf (fst r)) 0 (h0.body s (fst r) (snd r))

(** val infl_at :
    names -> language -> state -> schedule -> int -> (e * i) list **)

let rec infl_at h h0 c z0 lf =
  match z0 with
  | Conc s -> flat_map (infl_of h h0 s lf) (h0.query s c)
  | Seq s -> flat_map (infl_of h h0 s lf) (rolled h h0 s lf c)
  | Par (z1, z') ->
    app (infl_at h h0 c z1 lf) (infl_at h h0 c z' (add lf (leaves h h0 z1)))
  | Andthen (z1, z') ->
    app (infl_at h h0 c z1 lf)
      (infl_at h h0 (advance h h0 c z1 lf) z' (add lf (leaves h h0 z1)))

(** val memb : names -> (e * i) -> (e * i) list -> bool **)

let memb h l x =
  if in_dec (loc_dec h) l x then true else false

(** val disjointb : names -> (e * i) list -> (e * i) list -> bool **)

let disjointb h x y =
  forallb (fun l -> negb (memb h l y)) x

(** val pairsb : ('a1 -> 'a1 -> bool) -> 'a1 list -> bool **)

let rec pairsb f = function
| [] -> true
| a :: l0 -> (&&) (forallb (f a) l0) (pairsb f l0)

(** val safe_by_ruleb :
    names -> language -> state -> schedule -> int -> bool **)

let rec safe_by_ruleb h h0 c z0 lf =
  match z0 with
  | Conc s ->
    pairsb (fun r r' ->
      disjointb h (infl_of h h0 s lf r) (infl_of h h0 s lf r')) (h0.query s c)
  | Seq _ -> true
  | Par (z1, z') ->
    (&&)
      ((&&) (safe_by_ruleb h h0 c z1 lf)
        (safe_by_ruleb h h0 c z' (add lf (leaves h h0 z1))))
      (disjointb h (infl_at h h0 c z1 lf)
        (infl_at h h0 c z' (add lf (leaves h h0 z1))))
  | Andthen (z1, z') ->
    (&&) (safe_by_ruleb h h0 c z1 lf)
      (safe_by_ruleb h h0 (advance h h0 c z1 lf) z' (add lf (leaves h h0 z1)))

(** val shuffles : 'a1 list -> 'a1 list -> 'a1 list list **)

let rec shuffles x = match x with
| [] -> (fun y -> y :: [])
| a :: x' ->
  let rec go y = match y with
  | [] -> x :: []
  | b :: y' ->
    app (map (fun x0 -> a :: x0) (shuffles x' y))
      (map (fun x0 -> b :: x0) (go y'))
  in go

(** val lins : 'a1 sp -> 'a1 list list **)

let rec lins = function
| Empty -> [] :: []
| Leaf a -> (a :: []) :: []
| Par0 (x, y) ->
  let right = lins y in
  flat_map (fun l -> flat_map (shuffles l) right) (lins x)
| Then (x, y) ->
  let right = lins y in flat_map (fun l -> map (app l) right) (lins x)

(** val eqb0 :
    names -> (v -> v -> bool) -> (e * i, v) update -> (e * i, v) update ->
    bool **)

let eqb0 h v_dec0 =
  equivb (loc_dec h) v_dec0

(** val opt_dec :
    names -> (v -> v -> bool) -> v option -> v option -> bool **)

let opt_dec _ v_dec0 a b =
  match a with
  | Some a0 -> (match b with
                | Some a1 -> v_dec0 a0 a1
                | None -> false)
  | None -> (match b with
             | Some _ -> false
             | None -> true)

(** val sameb : names -> (v -> v -> bool) -> state -> state -> bool **)

let sameb h v_dec0 c c' =
  forallb (fun l ->
    if opt_dec h v_dec0 (get h c l) (get h c' l) then true else false)
    (map fst (app c c'))

(** val commuteb :
    names -> (v -> v -> bool) -> occurrence -> occurrence -> bool **)

let commuteb h v_dec0 a b =
  eqb0 h v_dec0 (app a.upd b.upd) (app b.upd a.upd)

(** val safeb : names -> (v -> v -> bool) -> occurrence sp -> bool **)

let rec safeb h v_dec0 = function
| Par0 (x, y) ->
  (&&) ((&&) (safeb h v_dec0 x) (safeb h v_dec0 y))
    (forallb (fun a -> forallb (commuteb h v_dec0 a) (elems y)) (elems x))
| Then (x, y) -> (&&) (safeb h v_dec0 x) (safeb h v_dec0 y)
| _ -> true

(** val one : names -> (v -> v -> bool) -> v option list -> bool **)

let one h v_dec0 = function
| [] -> true
| v0 :: vs0 ->
  forallb (fun v' -> if opt_dec h v_dec0 v0 v' then true else false) vs0

(** val deterministicb :
    names -> (v -> v -> bool) -> occurrence sp -> bool **)

let deterministicb h v_dec0 t =
  forallb (fun k -> one h v_dec0 (fold (loc_dec h) (fun o -> o.upd) t k))
    (map fst (composite (fun o -> o.upd) (elems t)))

(** val runs :
    names -> language -> state -> schedule -> int -> occurrence list list **)

let rec runs h h0 c z0 lf =
  match z0 with
  | Conc s -> lins (po h h0 c (Conc s) lf)
  | Seq s -> (map (invoke h h0 s lf) (rolled h h0 s lf c)) :: []
  | Par (z1, z') ->
    let right = runs h h0 c z' (add lf (leaves h h0 z1)) in
    flat_map (fun l -> flat_map (shuffles l) right) (runs h h0 c z1 lf)
  | Andthen (z1, z') ->
    flat_map (fun l ->
      map (app l)
        (runs h h0 (app c (composite (fun o -> o.upd) l)) z'
          (add lf (leaves h h0 z1)))) (runs h h0 c z1 lf)

(** val sums : n -> n list -> n list **)

let rec sums acc = function
| [] -> []
| a :: l0 -> (N.add acc a) :: (sums (N.add acc a) l0)

(** val column : int -> int -> n list **)

let rec column n0 m =
  (fun fO fS n -> if n=0 then fO () else fS (n-1))
    (fun _ -> repeat (Npos XH) (Stdlib.Int.succ m))
    (fun n1 -> sums N0 (column n1 m))
    n0

(** val count : 'a1 sp -> n **)

let rec count = function
| Par0 (x, y) ->
  N.mul
    (N.mul
      (nth (length (elems y)) (column (length (elems x)) (length (elems y)))
        N0) (count x)) (count y)
| Then (x, y) -> N.mul (count x) (count y)
| _ -> Npos XH

type entity =
| Init of int
| Created of int * entity list * int

(** val code : entity -> int list **)

let rec code = function
| Init n0 -> 0 :: (n0 :: [])
| Created (l, es, n0) ->
  (Stdlib.Int.succ
    0) :: (l :: ((length es) :: (app (flat_map code es) (n0 :: []))))

(** val entity_eqb : entity -> entity -> bool **)

let rec entity_eqb a b =
  match a with
  | Init n0 -> (match b with
                | Init m -> (=) n0 m
                | Created (_, _, _) -> false)
  | Created (l, es, n0) ->
    (match b with
     | Init _ -> false
     | Created (l', es', n') ->
       (&&) ((&&) ((=) l l') ((=) n0 n'))
         (let rec eqb1 es0 es'0 =
            match es0 with
            | [] -> (match es'0 with
                     | [] -> true
                     | _ :: _ -> false)
            | e0 :: es1 ->
              (match es'0 with
               | [] -> false
               | e' :: es'1 -> (&&) (entity_eqb e0 e') (eqb1 es1 es'1))
          in eqb1 es es'))

(** val entity_dec : entity -> entity -> bool **)

let entity_dec a b =
  let b0 = entity_eqb a b in if b0 then true else false

(** val lex : int list -> int list -> bool **)

let rec lex a b =
  match a with
  | [] -> (match b with
           | [] -> false
           | _ :: _ -> true)
  | x :: a0 ->
    (match b with
     | [] -> false
     | y :: b0 -> (||) (Nat.ltb x y) ((&&) ((=) x y) (lex a0 b0)))

(** val before : entity -> entity -> bool **)

let before a b =
  lex (code a) (code b)

(** val insert : entity -> entity list -> entity list **)

let rec insert e0 l = match l with
| [] -> e0 :: []
| x :: l' ->
  if before e0 x
  then e0 :: l
  else if before x e0 then x :: (insert e0 l') else l

(** val sort : entity list -> entity list **)

let sort l =
  fold_right insert [] l

type values = { label_dec : (__ -> __ -> bool);
                value_dec : (__ -> __ -> bool);
                mentions : (__ -> entity list);
                rename : ((entity -> entity) -> __ -> __) }

type label = __

type value = __

(** val names0 : values -> names **)

let names0 h =
  { e_dec = (Obj.magic entity_dec); i_dec = h.label_dec; fresh =
    (Obj.magic (fun x x0 x1 -> Created (x, x0, x1))) }

type constraint0 =
| Incl of label
| Excl of label
| Anyway of label
| Both of constraint0 * constraint0

type cells = value option list

(** val has : values -> state -> (e * i) -> bool **)

let has h c l =
  match get (names0 h) c l with
  | Some _ -> true
  | None -> false

(** val alive : values -> state -> entity -> bool **)

let alive h c e0 =
  existsb (fun x ->
    (&&) (entity_eqb (fst (fst (Obj.magic x))) e0) (has h c (fst x))) c

(** val live : values -> state -> entity list **)

let live h c =
  filter (alive h c) (sort (map (fun x -> fst (fst (Obj.magic x))) c))

(** val eval : values -> constraint0 -> state -> e -> cells option **)

let rec eval h q c e0 =
  match q with
  | Incl i0 ->
    (match get (names0 h) c (e0, i0) with
     | Some k -> Some ((Some k) :: [])
     | None -> None)
  | Excl i0 ->
    (match get (names0 h) c (e0, i0) with
     | Some _ -> None
     | None -> if alive h c (Obj.magic e0) then Some (None :: []) else None)
  | Anyway i0 ->
    (match get (names0 h) c (e0, i0) with
     | Some k -> Some ((Some k) :: [])
     | None -> if alive h c (Obj.magic e0) then Some (None :: []) else None)
  | Both (q0, q') ->
    (match eval h q0 c e0 with
     | Some w0 ->
       (match eval h q' c e0 with
        | Some w' -> Some (app w0 w')
        | None -> None)
     | None -> None)

(** val matches :
    values -> constraint0 list -> state -> (entity list * cells) list **)

let rec matches h qs c =
  match qs with
  | [] -> ([], []) :: []
  | q :: qs0 ->
    flat_map (fun e0 ->
      match eval h q c (Obj.magic e0) with
      | Some w0 ->
        map (fun r -> ((e0 :: (fst r)), (app w0 (snd r)))) (matches h qs0 c)
      | None -> []) (live h c)

(** val matches_at :
    values -> constraint0 list -> state -> e list -> cells option **)

let rec matches_at h qs c es =
  match qs with
  | [] -> (match es with
           | [] -> Some []
           | _ :: _ -> None)
  | q :: qs0 ->
    (match es with
     | [] -> None
     | e0 :: es0 ->
       (match eval h q c e0 with
        | Some w0 ->
          (match matches_at h qs0 c es0 with
           | Some ws -> Some (app w0 ws)
           | None -> None)
        | None -> None))

type sys = { q_ : constraint0 list;
             where_ : (entity list -> cells -> bool option);
             f_ : (entity list -> cells -> mutation) }

(** val filtered :
    values -> sys -> (entity list * cells) -> (entity list * cells option)
    list **)

let filtered _ s r =
  match s.where_ (fst r) (snd r) with
  | Some b -> if b then ((fst r), (Some (snd r))) :: [] else []
  | None -> ((fst r), None) :: []

(** val query_where :
    values -> sys -> state -> (entity list * cells option) list **)

let query_where h s c =
  flat_map (filtered h s) (matches h s.q_ c)

(** val look_where :
    values -> sys -> state -> e list -> cells option option **)

let look_where h s c es =
  match matches_at h s.q_ c es with
  | Some w0 ->
    (match s.where_ (Obj.magic es) w0 with
     | Some b -> if b then Some (Some w0) else None
     | None -> Some None)
  | None -> None

(** val language0 : values -> language **)

let language0 h =
  { query = (Obj.magic query_where h); look = (Obj.magic look_where h);
    body = (fun s es w0 ->
    match Obj.magic w0 with
    | Some w1 -> (Obj.magic s).f_ (Obj.magic es) w1
    | None -> Undefined); faulty = (fun w0 ->
    match Obj.magic w0 with
    | Some _ -> false
    | None -> true) }

(** val named : values -> state -> entity list **)

let named h c =
  sort
    (flat_map (fun x ->
      match get (names0 h) c (fst x) with
      | Some k -> (fst (fst (Obj.magic x))) :: (h.mentions k)
      | None -> []) c)

(** val isnew : entity -> bool **)

let isnew = function
| Init _ -> false
| Created (_, _, _) -> true

(** val news : values -> state -> entity list **)

let news h c =
  filter isnew (named h c)

(** val renamed : values -> (entity -> entity) -> state -> state **)

let renamed h pi c =
  flat_map (fun x ->
    match get (names0 h) c (fst x) with
    | Some k ->
      (((Obj.magic pi (fst (fst x))), (snd (fst x))), (Some
        (h.rename pi k))) :: []
    | None -> []) c

(** val image : (entity * entity) list -> entity -> entity **)

let rec image l x =
  match l with
  | [] -> x
  | p :: l0 -> let (a, b) = p in if entity_dec x a then b else image l0 x

(** val insertions : 'a1 -> 'a1 list -> 'a1 list list **)

let rec insertions a l = match l with
| [] -> (a :: []) :: []
| b :: l' -> (a :: l) :: (map (fun x -> b :: x) (insertions a l'))

(** val perms : 'a1 list -> 'a1 list list **)

let rec perms = function
| [] -> [] :: []
| a :: l0 -> flat_map (insertions a) (perms l0)

(** val alikeb : values -> state -> state -> bool **)

let alikeb h c c' =
  (&&) ((=) (length (news h c)) (length (news h c')))
    (existsb (fun p ->
      sameb (names0 h) h.value_dec
        (renamed h (image (combine (news h c) p)) c) c') (perms (news h c')))

(** val quickly_alikeb : values -> state -> state -> bool **)

let quickly_alikeb h c c' =
  (||) (sameb (names0 h) h.value_dec c c') (alikeb h c c')

(** val all_alikeb : values -> state list -> bool **)

let all_alikeb h = function
| [] -> true
| c :: l -> forallb (quickly_alikeb h c) l

(** val deterministic_d10b : values -> state -> schedule -> int -> bool **)

let deterministic_d10b h c z0 lf =
  all_alikeb h
    (map (fun l -> app c (composite (fun o -> o.upd) l))
      (lins (po (names0 h) (language0 h) c z0 lf)))

(** val confluent_d10b : values -> state -> schedule -> int -> bool **)

let confluent_d10b h c z0 lf =
  let all = runs (names0 h) (language0 h) c z0 lf in
  (||) (forallb (fun l -> negb (forallb (fun o -> o.ok) l)) all)
    ((&&) (forallb (fun l -> forallb (fun o -> o.ok) l) all)
      (all_alikeb h (map (fun l -> app c (composite (fun o -> o.upd) l)) all)))

(** val hereditaryb : values -> occurrence sp -> bool **)

let rec hereditaryb h = function
| Par0 (x, y) -> (&&) (hereditaryb h x) (hereditaryb h y)
| Then (x, y) ->
  (&&) ((&&) (hereditaryb h x) (hereditaryb h y))
    (deterministicb (names0 h) h.value_dec x)
| _ -> true

type atom =
| AUnit
| ABool of bool
| AInt of z
| AReal of z
| AText of string

type val0 =
| Atom of atom
| Ref of entity
| VNil
| VCons of val0 * val0

(** val atom_dec : atom -> atom -> bool **)

let atom_dec a b =
  match a with
  | AUnit -> (match b with
              | AUnit -> true
              | _ -> false)
  | ABool b0 -> (match b with
                 | ABool b1 -> bool_dec b0 b1
                 | _ -> false)
  | AInt z0 -> (match b with
                | AInt z1 -> Z.eq_dec z0 z1
                | _ -> false)
  | AReal bits ->
    (match b with
     | AReal bits0 -> Z.eq_dec bits bits0
     | _ -> false)
  | AText s -> (match b with
                | AText s0 -> (=) s s0
                | _ -> false)

(** val val_dec : val0 -> val0 -> bool **)

let rec val_dec v0 x =
  match v0 with
  | Atom a -> (match x with
               | Atom a0 -> atom_dec a a0
               | _ -> false)
  | Ref e0 -> (match x with
               | Ref e1 -> entity_dec e0 e1
               | _ -> false)
  | VNil -> (match x with
             | VNil -> true
             | _ -> false)
  | VCons (k, r) ->
    (match x with
     | VCons (k0, r0) -> if val_dec k k0 then val_dec r r0 else false
     | _ -> false)

(** val val_mentions : val0 -> entity list **)

let rec val_mentions = function
| Ref e0 -> e0 :: []
| VCons (k0, r) -> app (val_mentions k0) (val_mentions r)
| _ -> []

(** val val_rename : (entity -> entity) -> val0 -> val0 **)

let rec val_rename f k = match k with
| Ref e0 -> Ref (f e0)
| VCons (k0, r) -> VCons ((val_rename f k0), (val_rename f r))
| _ -> k

(** val values0 : values **)

let values0 =
  { label_dec = (Obj.magic (=)); value_dec = (Obj.magic val_dec); mentions =
    (Obj.magic val_mentions); rename = (Obj.magic val_rename) }

type op1 =
| Neg
| Abs
| Not
| Field of int
| Other1 of string

type op2 =
| Add
| Sub
| Mul
| Min
| Max
| Quot
| Rem
| FloorDiv
| CeilDiv
| Mod
| Less
| AtMost
| Other2 of string

type opaque = { opaque1 : (op1 -> atom -> atom option);
                opaque2 : (op2 -> atom -> atom -> atom option);
                opaque_eq : (atom -> atom -> bool) }

(** val in_64_bits : z -> z option **)

let in_64_bits z0 =
  if (&&)
       (Z.leb
         (Z.opp (Z.pow (Zpos (XO XH)) (Zpos (XI (XI (XI (XI (XI XH)))))))) z0)
       (Z.ltb z0 (Z.pow (Zpos (XO XH)) (Zpos (XI (XI (XI (XI (XI XH))))))))
  then Some z0
  else None

(** val unless0 : z -> z -> z option **)

let unless0 d z0 =
  if Z.eqb d Z0 then None else in_64_bits z0

(** val int2 : op2 -> z -> z -> atom option **)

let int2 o x y =
  let int = option_map (fun x0 -> AInt x0) in
  (match o with
   | Add -> int (in_64_bits (Z.add x y))
   | Sub -> int (in_64_bits (Z.sub x y))
   | Mul -> int (in_64_bits (Z.mul x y))
   | Min -> Some (AInt (if Z.ltb y x then y else x))
   | Max -> Some (AInt (if Z.ltb x y then y else x))
   | Quot -> int (unless0 y (Z.quot x y))
   | Rem -> int (unless0 y (Z.rem x y))
   | FloorDiv -> int (unless0 y (Z.div x y))
   | CeilDiv -> int (unless0 y (Z.opp (Z.div (Z.opp x) y)))
   | Mod -> int (unless0 y (Z.modulo x y))
   | Less -> Some (ABool (Z.ltb x y))
   | AtMost -> Some (ABool (Z.leb x y))
   | Other2 _ -> None)

(** val eval1 : opaque -> op1 -> val0 -> val0 option **)

let eval1 h o k =
  match o with
  | Neg ->
    (match k with
     | Atom a ->
       (match a with
        | AInt z0 ->
          option_map (fun z1 -> Atom (AInt z1)) (in_64_bits (Z.opp z0))
        | _ -> option_map (fun x -> Atom x) (h.opaque1 o a))
     | _ -> None)
  | Abs ->
    (match k with
     | Atom a ->
       (match a with
        | AInt z0 ->
          option_map (fun z1 -> Atom (AInt z1)) (in_64_bits (Z.abs z0))
        | _ -> option_map (fun x -> Atom x) (h.opaque1 o a))
     | _ -> None)
  | Not ->
    (match k with
     | Atom a ->
       (match a with
        | ABool b -> Some (Atom (ABool (negb b)))
        | _ -> option_map (fun x -> Atom x) (h.opaque1 o a))
     | _ -> None)
  | Field j ->
    let rec nth0 j0 = function
    | VCons (k1, r) ->
      ((fun fO fS n -> if n=0 then fO () else fS (n-1))
         (fun _ -> Some k1)
         (fun j1 -> nth0 j1 r)
         j0)
    | _ -> None
    in nth0 j k
  | Other1 _ ->
    (match k with
     | Atom a -> option_map (fun x -> Atom x) (h.opaque1 o a)
     | _ -> None)

(** val eval2 : opaque -> op2 -> val0 -> val0 -> val0 option **)

let eval2 h o k k' =
  match k with
  | Atom a ->
    (match a with
     | AInt x ->
       (match k' with
        | Atom b ->
          (match b with
           | AInt y ->
             option_map (fun x0 -> Atom x0)
               (match int2 o x y with
                | Some a0 -> Some a0
                | None ->
                  (match o with
                   | Other2 _ -> h.opaque2 o (AInt x) (AInt y)
                   | _ -> None))
           | _ -> option_map (fun x0 -> Atom x0) (h.opaque2 o a b))
        | _ -> None)
     | _ ->
       (match k' with
        | Atom b -> option_map (fun x -> Atom x) (h.opaque2 o a b)
        | _ -> None))
  | _ -> None

(** val equal : opaque -> val0 -> val0 -> bool **)

let rec equal h k k' =
  match k with
  | Atom a -> (match k' with
               | Atom b -> h.opaque_eq a b
               | _ -> false)
  | Ref e0 -> (match k' with
               | Ref e' -> entity_eqb e0 e'
               | _ -> false)
  | VNil -> (match k' with
             | VNil -> true
             | _ -> false)
  | VCons (k0, r) ->
    (match k' with
     | VCons (k'0, r') -> (&&) (equal h k0 k'0) (equal h r r')
     | _ -> false)

type term =
| Lit of atom
| Literal of int
| Var of int
| Un of op1 * term
| Bin of op2 * term * term
| Equal of term * term
| Cond of term * term * term
| Let of term * term
| Case of int * term * term
| Present of int
| NoField
| Fields of term * term
| Fold of term * term * term

type env = val0 option list

(** val fold_val :
    (val0 -> val0 -> val0 option) -> val0 -> val0 -> val0 option **)

let rec fold_val f l a =
  match l with
  | VNil -> Some a
  | VCons (x, l0) ->
    (match f x a with
     | Some a' -> fold_val f l0 a'
     | None -> None)
  | _ -> None

(** val tval : opaque -> env -> term -> val0 option **)

let rec tval h r = function
| Lit a -> Some (Atom a)
| Literal n0 -> Some (Ref (Init n0))
| Var n0 -> (match nth_error r n0 with
             | Some o -> o
             | None -> None)
| Un (o, a) -> (match tval h r a with
                | Some k -> eval1 h o k
                | None -> None)
| Bin (o, a, b) ->
  (match tval h r a with
   | Some k ->
     (match tval h r b with
      | Some k' -> eval2 h o k k'
      | None -> None)
   | None -> None)
| Equal (a, b) ->
  (match tval h r a with
   | Some k ->
     (match tval h r b with
      | Some k' -> Some (Atom (ABool (equal h k k')))
      | None -> None)
   | None -> None)
| Cond (b, t0, f) ->
  (match tval h r b with
   | Some v0 ->
     (match v0 with
      | Atom a ->
        (match a with
         | ABool b0 -> if b0 then tval h r t0 else tval h r f
         | _ -> None)
      | _ -> None)
   | None -> None)
| Let (a, t0) ->
  (match tval h r a with
   | Some k -> tval h (app r ((Some k) :: [])) t0
   | None -> None)
| Case (n0, t0, f) ->
  (match nth_error r n0 with
   | Some o ->
     (match o with
      | Some k -> tval h (app r ((Some k) :: [])) t0
      | None -> tval h r f)
   | None -> None)
| Present n0 ->
  (match nth_error r n0 with
   | Some o ->
     Some (Atom (ABool (match o with
                        | Some _ -> true
                        | None -> false)))
   | None -> None)
| NoField -> Some VNil
| Fields (a, f) ->
  (match tval h r a with
   | Some k ->
     (match tval h r f with
      | Some k' -> Some (VCons (k, k'))
      | None -> None)
   | None -> None)
| Fold (l, a, t0) ->
  (match tval h r l with
   | Some k ->
     (match tval h r a with
      | Some k' ->
        fold_val (fun x y ->
          tval h (app r ((Some x) :: ((Some y) :: []))) t0) k k'
      | None -> None)
   | None -> None)

type stm =
| SNil
| SAttach of int * term * term
| SDetach of int * term
| SSeq of stm * stm
| SIf of term * stm * stm
| SLet of term * stm
| SCase of int * stm * stm
| SNew of stm

(** val sval : opaque -> env -> stm -> mutation **)

let rec sval h r = function
| SNil -> Nil
| SAttach (i0, e0, k) ->
  (match tval h r e0 with
   | Some v0 ->
     (match v0 with
      | Ref x ->
        (match tval h r k with
         | Some k0 -> Attach ((Obj.magic i0), (Obj.magic x), (Obj.magic k0))
         | None -> Undefined)
      | _ -> Undefined)
   | None -> Undefined)
| SDetach (i0, e0) ->
  (match tval h r e0 with
   | Some v0 ->
     (match v0 with
      | Ref x -> Detach ((Obj.magic i0), (Obj.magic x))
      | _ -> Undefined)
   | None -> Undefined)
| SSeq (a, b) -> Compose ((sval h r a), (sval h r b))
| SIf (b, t, f) ->
  (match tval h r b with
   | Some v0 ->
     (match v0 with
      | Atom a ->
        (match a with
         | ABool b0 -> if b0 then sval h r t else sval h r f
         | _ -> Undefined)
      | _ -> Undefined)
   | None -> Undefined)
| SLet (a, s0) ->
  (match tval h r a with
   | Some k -> sval h (app r ((Some k) :: [])) s0
   | None -> Undefined)
| SCase (n0, t, f) ->
  (match nth_error r n0 with
   | Some o ->
     (match o with
      | Some k -> sval h (app r ((Some k) :: [])) t
      | None -> sval h r f)
   | None -> Undefined)
| SNew s0 ->
  Nu (fun x -> sval h (app r ((Some (Ref (Obj.magic x))) :: [])) s0)

(** val bound : entity list -> cells -> env **)

let bound es w0 =
  app (map (fun e0 -> Some (Ref e0)) es) (Obj.magic w0)

(** val holds : opaque -> term -> entity list -> cells -> bool option **)

let holds h phi es w0 =
  match tval h (bound es w0) phi with
  | Some v0 ->
    (match v0 with
     | Atom a -> (match a with
                  | ABool b -> Some b
                  | _ -> None)
     | _ -> None)
  | None -> None

(** val program_system : opaque -> constraint0 list -> term -> stm -> sys **)

let program_system h q phi s =
  { q_ = q; where_ = (holds h phi); f_ = (fun es w0 ->
    sval h (bound es w0) s) }

(** val among : ('a1 -> 'a1 -> bool) -> 'a1 -> ('a1, 'a2) update -> bool **)

let among dec l c =
  existsb (fun x -> if dec (fst x) l then true else false) c

(** val tidy :
    ('a1 -> 'a1 -> bool) -> ('a1, 'a2) update -> ('a1, 'a2) update **)

let rec tidy dec = function
| [] -> []
| p :: c0 ->
  let (l, v0) = p in
  if among dec l c0
  then tidy dec c0
  else (match v0 with
        | Some _ -> (l, v0) :: (tidy dec c0)
        | None -> tidy dec c0)

(** val order_ : values -> state -> schedule -> int -> occurrence sp **)

let rec order_ h c z0 lf =
  match z0 with
  | Conc s ->
    pars
      (map (invoke (names0 h) (language0 h) s lf) ((language0 h).query s c))
  | Seq s ->
    thens
      (map (invoke (names0 h) (language0 h) s lf)
        (rolled (names0 h) (language0 h) s lf c))
  | Par (z1, z') ->
    Par0 ((order_ h c z1 lf),
      (order_ h c z' (add lf (leaves (names0 h) (language0 h) z1))))
  | Andthen (z1, z') ->
    let t = order_ h c z1 lf in
    Then (t,
    (order_ h
      (tidy (loc_dec (names0 h))
        (app c (composite (fun o -> o.upd) (elems t)))) z'
      (add lf (leaves (names0 h) (language0 h) z1))))

type name = int * entity list

type place = entity * int

type writer = { by_ : name; leaves_ : val0 option }

type contest = { at_place : place; writers_ : writer list }

type claimed_run = { order_of : name list; end_of : state }

type claim =
| Disjoint
| Overlap of int * place * name * name
| Safe_agreement of contest list
| Conflict of place * writer * writer
| Deterministic_safe
| Deterministic_agreement of contest list
| Deterministic_exploration of state list
| Linearizations of place * writer * writer * claimed_run * claimed_run
| Hereditary
| Confluent_exploration of state list
| Runs of place * claimed_run * claimed_run
| Fails of name list * claimed_run

(** val v_dec : v -> v -> bool **)

let v_dec =
  Obj.magic val_dec

(** val entities_eqb : entity list -> entity list -> bool **)

let rec entities_eqb x y =
  match x with
  | [] -> (match y with
           | [] -> true
           | _ :: _ -> false)
  | a :: x0 ->
    (match y with
     | [] -> false
     | b :: y0 -> (&&) (entity_eqb a b) (entities_eqb x0 y0))

(** val name_eqb : name -> name -> bool **)

let name_eqb k k' =
  (&&) ((=) (fst k) (fst k')) (entities_eqb (snd k) (snd k'))

(** val named_in : ('a1 -> name) -> name -> 'a1 list -> bool **)

let named_in key0 k l =
  existsb (fun a -> name_eqb k (key0 a)) l

(** val find_in : ('a1 -> name) -> name -> 'a1 list -> 'a1 option **)

let find_in key0 k l =
  find (fun a -> name_eqb k (key0 a)) l

(** val leb0 : ('a1 -> name) -> 'a1 sp -> 'a1 -> 'a1 -> bool **)

let rec leb0 key0 t a b =
  match t with
  | Empty -> false
  | Leaf u -> (&&) (name_eqb (key0 a) (key0 u)) (name_eqb (key0 b) (key0 u))
  | Par0 (x, y) -> (||) (leb0 key0 x a b) (leb0 key0 y a b)
  | Then (x, y) ->
    (||) ((||) (leb0 key0 x a b) (leb0 key0 y a b))
      ((&&) (named_in key0 (key0 a) (elems x))
        (named_in key0 (key0 b) (elems y)))

(** val concurrentb : ('a1 -> name) -> 'a1 sp -> 'a1 -> 'a1 -> bool **)

let concurrentb key0 t a b =
  (&&) (negb (leb0 key0 t a b)) (negb (leb0 key0 t b a))

(** val nodupb : name list -> bool **)

let rec nodupb = function
| [] -> true
| k :: l0 -> (&&) (negb (existsb (name_eqb k) l0)) (nodupb l0)

(** val elements :
    ('a1 -> name) -> 'a1 list -> name list -> 'a1 list option **)

let rec elements key0 l = function
| [] -> Some []
| k :: ks0 ->
  (match find_in key0 k l with
   | Some a ->
     (match elements key0 l ks0 with
      | Some r -> Some (a :: r)
      | None -> None)
   | None -> None)

(** val all_elements :
    ('a1 -> name) -> 'a1 list -> name list -> 'a1 list option **)

let all_elements key0 l ks =
  if (&&) (nodupb ks) ((=) (length ks) (length l))
  then elements key0 l ks
  else None

(** val respects : ('a1 -> name) -> 'a1 sp -> 'a1 list -> bool **)

let rec respects key0 t = function
| [] -> true
| a :: l0 ->
  (&&) (forallb (fun b -> negb (leb0 key0 t b a)) l0) (respects key0 t l0)

(** val linearization_of :
    ('a1 -> name) -> 'a1 sp -> name list -> 'a1 list option **)

let linearization_of key0 t ks =
  match all_elements key0 (elems t) ks with
  | Some l -> if respects key0 t l then Some l else None
  | None -> None

(** val name_of : occurrence -> name **)

let name_of a =
  Obj.magic key (names0 values0) a

(** val merge :
    int -> name list -> occurrence list -> occurrence list -> occurrence list
    option **)

let rec merge middle ks l r =
  match ks with
  | [] ->
    (match l with
     | [] -> (match r with
              | [] -> Some []
              | _ :: _ -> None)
     | _ :: _ -> None)
  | k :: ks0 ->
    if Nat.ltb (fst k) middle
    then (match l with
          | [] -> None
          | a :: l0 -> option_map (fun x -> a :: x) (merge middle ks0 l0 r))
    else (match r with
          | [] -> None
          | b :: r0 -> option_map (fun x -> b :: x) (merge middle ks0 l r0))

(** val run_of :
    state -> schedule -> int -> name list -> occurrence list option **)

let rec run_of c z0 lf ks =
  match z0 with
  | Conc s ->
    all_elements name_of
      (map (invoke (names0 values0) (language0 values0) s lf)
        ((language0 values0).query s c)) ks
  | Seq s ->
    Some
      (map (invoke (names0 values0) (language0 values0) s lf)
        (rolled (names0 values0) (language0 values0) s lf c))
  | Par (z1, z') ->
    let middle = add lf (leaves (names0 values0) (language0 values0) z1) in
    (match run_of c z1 lf (filter (fun k -> Nat.ltb (fst k) middle) ks) with
     | Some l ->
       (match run_of c z' middle
                (filter (fun k -> negb (Nat.ltb (fst k) middle)) ks) with
        | Some r -> merge middle ks l r
        | None -> None)
     | None -> None)
  | Andthen (z1, z') ->
    let middle = add lf (leaves (names0 values0) (language0 values0) z1) in
    (match run_of c z1 lf (filter (fun k -> Nat.ltb (fst k) middle) ks) with
     | Some l ->
       option_map (app l)
         (run_of
           (tidy (loc_dec (names0 values0))
             (app c (composite (fun o -> o.upd) l))) z' middle
           (filter (fun k -> negb (Nat.ltb (fst k) middle)) ks))
     | None -> None)

(** val performs :
    state -> schedule -> name list -> occurrence list option **)

let performs c z0 ks =
  match run_of c z0 0 ks with
  | Some l ->
    if (&&) ((=) (length l) (length ks))
         (forallb (fun p -> name_eqb (fst p) (name_of (snd p)))
           (combine ks l))
    then Some l
    else None
  | None -> None

(** val influence_of :
    system -> int -> (entity list * cells option) -> name * place list **)

let influence_of s lf r =
  ((lf, (fst r)),
    (Obj.magic infl_of (names0 values0) (language0 values0) s lf r))

(** val influences : state -> schedule -> int -> (name * place list) sp **)

let rec influences c z0 lf =
  match z0 with
  | Conc s ->
    pars (map (Obj.magic influence_of s lf) ((language0 values0).query s c))
  | Seq s ->
    thens
      (map (Obj.magic influence_of s lf)
        (rolled (names0 values0) (language0 values0) s lf c))
  | Par (z1, z') ->
    Par0 ((influences c z1 lf),
      (influences c z'
        (add lf (leaves (names0 values0) (language0 values0) z1))))
  | Andthen (z1, z') ->
    Then ((influences c z1 lf),
      (influences
        (tidy (loc_dec (names0 values0))
          (advance (names0 values0) (language0 values0) c z1 lf)) z'
        (add lf (leaves (names0 values0) (language0 values0) z1))))

(** val fails_after : name list -> occurrence list -> bool **)

let rec fails_after ks l =
  match ks with
  | [] -> (match l with
           | [] -> false
           | a :: _ -> negb a.ok)
  | k :: ks0 ->
    (match l with
     | [] -> false
     | a :: l0 ->
       (&&) ((&&) (name_eqb k (name_of a)) a.ok) (fails_after ks0 l0))

(** val leaves_eqb : val0 option -> val0 option -> bool **)

let leaves_eqb a b =
  if opt_dec (names0 values0) v_dec (Obj.magic a) (Obj.magic b)
  then true
  else false

(** val state_eqb : state -> state -> bool **)

let state_eqb c c' =
  sameb (names0 values0) v_dec c c'

(** val writes_at : occurrence -> place -> v option option **)

let writes_at a l =
  wr (names0 values0) a.upd (Obj.magic l)

(** val place_before : place -> place -> bool **)

let place_before l l' =
  (||) (before (fst l) (fst l'))
    ((&&) (entity_eqb (fst l) (fst l')) (Nat.ltb (snd l) (snd l')))

(** val insert_place : place -> place list -> place list **)

let rec insert_place l ls = match ls with
| [] -> l :: []
| x :: ls' ->
  if place_before l x
  then l :: ls
  else if place_before x l then x :: (insert_place l ls') else ls

(** val places : occurrence sp -> place list **)

let places t =
  fold_right (Obj.magic insert_place) []
    (map fst (composite (fun o -> o.upd) (elems t)))

(** val writers_at : occurrence sp -> place -> occurrence list **)

let writers_at t l =
  filter (fun a -> match writes_at a l with
                   | Some _ -> true
                   | None -> false) (elems t)

(** val accompanied : occurrence sp -> occurrence list -> occurrence list **)

let accompanied t ws =
  filter (fun a -> existsb (concurrentb name_of t a) ws) ws

(** val maximal_among :
    occurrence sp -> occurrence list -> occurrence list **)

let maximal_among t ws =
  filter (fun a ->
    forallb (fun b ->
      (||) (negb (leb0 name_of t a b)) (name_eqb (name_of a) (name_of b))) ws)
    ws

(** val several : occurrence list -> occurrence list **)

let several ws = match ws with
| [] -> []
| _ :: l -> (match l with
             | [] -> []
             | _ :: _ -> ws)

(** val contested :
    occurrence sp -> (occurrence list -> occurrence list) ->
    (place * (name * val0 option option) list) list **)

let contested t of0 =
  flat_map (fun l ->
    match of0 (writers_at t l) with
    | [] -> []
    | o :: l0 ->
      (l,
        (map (fun a -> ((name_of a), (Obj.magic writes_at a l))) (o :: l0))) :: [])
    (places t)

(** val eqb_list : ('a1 -> 'a2 -> bool) -> 'a1 list -> 'a2 list -> bool **)

let rec eqb_list f x y =
  match x with
  | [] -> (match y with
           | [] -> true
           | _ :: _ -> false)
  | a :: x0 ->
    (match y with
     | [] -> false
     | b :: y0 -> (&&) (f a b) (eqb_list f x0 y0))

(** val place_eqb : place -> place -> bool **)

let place_eqb l l' =
  (&&) (entity_eqb (fst l) (fst l')) ((=) (snd l) (snd l'))

(** val listed :
    occurrence sp -> (occurrence list -> occurrence list) -> contest list ->
    bool **)

let listed t of0 claimed =
  eqb_list (fun x k ->
    (&&) (place_eqb (fst x) k.at_place)
      (eqb_list (fun a w0 ->
        (&&) (name_eqb (fst a) w0.by_)
          (match snd a with
           | Some v0 -> leaves_eqb v0 w0.leaves_
           | None -> false)) (snd x) k.writers_)) (contested t of0) claimed

(** val leaving : occurrence sp -> place -> writer -> occurrence option **)

let leaving t l w0 =
  match find_in name_of w0.by_ (elems t) with
  | Some a ->
    (match writes_at a l with
     | Some v0 ->
       if leaves_eqb (Obj.magic v0) w0.leaves_ then Some a else None
     | None -> None)
  | None -> None

(** val ends_as : state -> occurrence list -> claimed_run -> bool **)

let ends_as c l r =
  state_eqb (app c (composite (fun o -> o.upd) l)) r.end_of

(** val last_writer : place -> occurrence list -> writer -> bool **)

let last_writer l order w0 =
  match rev
          (filter (fun a ->
            match writes_at a l with
            | Some _ -> true
            | None -> false) order) with
  | [] -> false
  | a :: _ -> name_eqb (name_of a) w0.by_

(** val differ : place -> claimed_run -> claimed_run -> bool **)

let differ l a b =
  (&&)
    (negb
      (if opt_dec (names0 values0) v_dec
            (get (names0 values0) a.end_of (Obj.magic l))
            (get (names0 values0) b.end_of (Obj.magic l))
       then true
       else false)) (negb (alikeb values0 a.end_of b.end_of))

(** val explored : state -> state list -> occurrence list list -> bool **)

let explored c ends all =
  (&&)
    ((&&)
      ((&&) (pairsb (fun a b -> negb (state_eqb a b)) ends)
        (forallb (fun l ->
          existsb (state_eqb (app c (composite (fun o -> o.upd) l))) ends)
          all))
      (forallb (fun e0 ->
        existsb (fun l ->
          state_eqb (app c (composite (fun o -> o.upd) l)) e0) all) ends))
    (all_alikeb values0 ends)

(** val accepts_at : state -> schedule -> occurrence sp -> claim -> bool **)

let accepts_at c z0 t = function
| Disjoint -> safe_by_ruleb (names0 values0) (language0 values0) c z0 0
| Overlap (rule, l, u, v0) ->
  let i0 = influences c z0 0 in
  (match find_in fst u (elems i0) with
   | Some a ->
     (match find_in fst v0 (elems i0) with
      | Some b ->
        (&&)
          ((&&)
            ((&&) (concurrentb fst i0 a b)
              (memb (names0 values0) (Obj.magic l) (snd (Obj.magic a))))
            (memb (names0 values0) (Obj.magic l) (snd (Obj.magic b))))
          ((=) rule
            (if (=) (fst u) (fst v0)
             then Stdlib.Int.succ (Stdlib.Int.succ (Stdlib.Int.succ 0))
             else Stdlib.Int.succ (Stdlib.Int.succ (Stdlib.Int.succ
                    (Stdlib.Int.succ 0)))))
      | None -> false)
   | None -> false)
| Safe_agreement listed_ ->
  (&&) (safeb (names0 values0) v_dec t) (listed t (accompanied t) listed_)
| Conflict (l, u, v0) ->
  (match leaving t l u with
   | Some a ->
     (match leaving t l v0 with
      | Some b ->
        (&&) (concurrentb name_of t a b)
          (negb (leaves_eqb u.leaves_ v0.leaves_))
      | None -> false)
   | None -> false)
| Deterministic_safe -> safeb (names0 values0) v_dec t
| Deterministic_agreement listed_ ->
  (&&) (deterministicb (names0 values0) v_dec t)
    (listed t (fun ws -> several (maximal_among t ws)) listed_)
| Deterministic_exploration ends -> explored c ends (lins t)
| Linearizations (l, u, v0, a, b) ->
  (match leaving t l u with
   | Some _ ->
     (match leaving t l v0 with
      | Some _ ->
        (match linearization_of name_of t a.order_of with
         | Some x ->
           (match linearization_of name_of t b.order_of with
            | Some y ->
              (&&)
                ((&&)
                  ((&&) ((&&) (ends_as c x a) (ends_as c y b))
                    (last_writer l x u)) (last_writer l y v0)) (differ l a b)
            | None -> false)
         | None -> false)
      | None -> false)
   | None -> false)
| Hereditary -> hereditaryb values0 t
| Confluent_exploration ends ->
  let all = runs (names0 values0) (language0 values0) c z0 0 in
  (&&) (forallb (forallb (fun o -> o.ok)) all) (explored c ends all)
| Runs (l, a, b) ->
  (match performs c z0 a.order_of with
   | Some x ->
     (match performs c z0 b.order_of with
      | Some y ->
        (&&)
          ((&&)
            ((&&)
              ((&&) (forallb (fun o -> o.ok) x) (forallb (fun o -> o.ok) y))
              (ends_as c x a)) (ends_as c y b)) (differ l a b)
      | None -> false)
   | None -> false)
| Fails (ks, b) ->
  (match performs c z0 b.order_of with
   | Some y ->
     (&&) ((&&) (forallb (fun o -> o.ok) y) (ends_as c y b))
       (existsb (fails_after ks)
         (runs (names0 values0) (language0 values0) c z0 0))
   | None -> false)

(** val accepts : state -> schedule -> claim -> bool **)

let accepts c z0 k =
  accepts_at c z0 (order_ values0 c z0 0) k

type cell = (entity * int) * val0 option

type start_state = cell list

(** val q_incl : int -> constraint0 **)

let q_incl i0 =
  Incl (Obj.magic i0)

(** val q_excl : int -> constraint0 **)

let q_excl i0 =
  Excl (Obj.magic i0)

(** val q_anyway : int -> constraint0 **)

let q_anyway i0 =
  Anyway (Obj.magic i0)

(** val q_and : constraint0 -> constraint0 -> constraint0 **)

let q_and q q' =
  Both (q, q')

(** val z_conc : sys -> schedule **)

let z_conc s =
  Conc (Obj.magic s)

(** val z_seq : sys -> schedule **)

let z_seq s =
  Seq (Obj.magic s)

(** val z_par : schedule -> schedule -> schedule **)

let z_par z0 z' =
  Par (z0, z')

(** val z_then : schedule -> schedule -> schedule **)

let z_then z0 z' =
  Andthen (z0, z')

(** val after : start_state -> start_state -> start_state **)

let after c u =
  tidy (Obj.magic loc_dec (names0 values0)) (app c u)

(** val value_at : start_state -> entity -> int -> val0 option **)

let value_at c e0 i0 =
  Obj.magic get (names0 values0) c ((Obj.magic e0), (Obj.magic i0))

(** val living : start_state -> entity list **)

let living c =
  live values0 (Obj.magic c)

(** val order_at : start_state -> schedule -> occurrence sp **)

let order_at c z0 =
  order_ values0 (Obj.magic c) z0 0

(** val invocations : occurrence sp -> occurrence list **)

let invocations =
  elems

(** val leaf_of : occurrence -> int **)

let leaf_of a =
  a.leaf

(** val entities_of : occurrence -> entity list **)

let entities_of a =
  Obj.magic a.ents

(** val update_of : occurrence -> start_state **)

let update_of a =
  Obj.magic a.upd

(** val made_by : occurrence -> int **)

let made_by a =
  a.made

(** val is_defined : occurrence -> bool **)

let is_defined a =
  a.ok

(** val influence_at : start_state -> schedule -> place list **)

let influence_at c z0 =
  Obj.magic infl_at (names0 values0) (language0 values0) c z0 0

(** val verdict_rule : start_state -> schedule -> bool **)

let verdict_rule c z0 =
  safe_by_ruleb (names0 values0) (language0 values0) (Obj.magic c) z0 0

(** val verdict_safe : occurrence sp -> bool **)

let verdict_safe t =
  safeb (names0 values0) v_dec t

(** val verdict_exact : occurrence sp -> bool **)

let verdict_exact t =
  deterministicb (names0 values0) v_dec t

(** val linearizations_of : occurrence sp -> occurrence list list **)

let linearizations_of =
  lins

(** val runs_of : start_state -> schedule -> occurrence list list **)

let runs_of c z0 =
  runs (names0 values0) (language0 values0) (Obj.magic c) z0 0

(** val verdict_deterministic : start_state -> schedule -> bool **)

let verdict_deterministic c z0 =
  deterministic_d10b values0 (Obj.magic c) z0 0

(** val verdict_confluent : start_state -> schedule -> bool **)

let verdict_confluent c z0 =
  confluent_d10b values0 (Obj.magic c) z0 0

(** val verdict_hereditary : occurrence sp -> bool **)

let verdict_hereditary t =
  hereditaryb values0 t

(** val same_up_to_renaming : start_state -> start_state -> bool **)

let same_up_to_renaming c c' =
  alikeb values0 (Obj.magic c) (Obj.magic c')

(** val news_of : start_state -> entity list **)

let news_of c =
  news values0 (Obj.magic c)

(** val a_run : name list -> start_state -> claimed_run **)

let a_run order c =
  { order_of = order; end_of = (Obj.magic c) }

(** val explored_deterministic : start_state list -> claim **)

let explored_deterministic ends =
  Deterministic_exploration (Obj.magic ends)

(** val explored_confluent : start_state list -> claim **)

let explored_confluent ends =
  Confluent_exploration (Obj.magic ends)

(** val accepts_claim : start_state -> schedule -> claim -> bool **)

let accepts_claim c z0 k =
  accepts (Obj.magic c) z0 k
