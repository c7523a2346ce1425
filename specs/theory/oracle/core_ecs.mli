
type __ = Obj.t

val negb : bool -> bool

val option_map : ('a1 -> 'a2) -> 'a1 option -> 'a2 option

val fst : ('a1 * 'a2) -> 'a1

val snd : ('a1 * 'a2) -> 'a2

val length : 'a1 list -> int

val app : 'a1 list -> 'a1 list -> 'a1 list

type comparison =
| Eq
| Lt
| Gt

val compOpp : comparison -> comparison

val add : int -> int -> int

val bool_dec : bool -> bool -> bool

module Nat :
 sig
  val ltb : int -> int -> bool
 end

val in_dec : ('a1 -> 'a1 -> bool) -> 'a1 -> 'a1 list -> bool

val nth : int -> 'a1 list -> 'a1 -> 'a1

val nth_error : 'a1 list -> int -> 'a1 option

val rev : 'a1 list -> 'a1 list

val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list

val flat_map : ('a1 -> 'a2 list) -> 'a1 list -> 'a2 list

val fold_right : ('a2 -> 'a1 -> 'a1) -> 'a1 -> 'a2 list -> 'a1

val existsb : ('a1 -> bool) -> 'a1 list -> bool

val forallb : ('a1 -> bool) -> 'a1 list -> bool

val filter : ('a1 -> bool) -> 'a1 list -> 'a1 list

val find : ('a1 -> bool) -> 'a1 list -> 'a1 option

val combine : 'a1 list -> 'a2 list -> ('a1 * 'a2) list

val repeat : 'a1 -> int -> 'a1 list

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

module Pos :
 sig
  type mask =
  | IsNul
  | IsPos of positive
  | IsNeg
 end

module Coq_Pos :
 sig
  val succ : positive -> positive

  val add : positive -> positive -> positive

  val add_carry : positive -> positive -> positive

  val pred_double : positive -> positive

  type mask = Pos.mask =
  | IsNul
  | IsPos of positive
  | IsNeg

  val succ_double_mask : mask -> mask

  val double_mask : mask -> mask

  val double_pred_mask : positive -> mask

  val sub_mask : positive -> positive -> mask

  val sub_mask_carry : positive -> positive -> mask

  val mul : positive -> positive -> positive

  val iter : ('a1 -> 'a1) -> 'a1 -> positive -> 'a1

  val compare_cont : comparison -> positive -> positive -> comparison

  val compare : positive -> positive -> comparison

  val eqb : positive -> positive -> bool

  val of_succ_nat : int -> positive

  val eq_dec : positive -> positive -> bool
 end

module N :
 sig
  val succ_double : n -> n

  val double : n -> n

  val add : n -> n -> n

  val sub : n -> n -> n

  val mul : n -> n -> n

  val compare : n -> n -> comparison

  val leb : n -> n -> bool

  val pos_div_eucl : positive -> n -> n * n

  val div_eucl : n -> n -> n * n

  val of_nat : int -> n
 end

module Z :
 sig
  val double : z -> z

  val succ_double : z -> z

  val pred_double : z -> z

  val pos_sub : positive -> positive -> z

  val add : z -> z -> z

  val opp : z -> z

  val sub : z -> z -> z

  val mul : z -> z -> z

  val pow_pos : z -> positive -> z

  val pow : z -> z -> z

  val compare : z -> z -> comparison

  val leb : z -> z -> bool

  val ltb : z -> z -> bool

  val eqb : z -> z -> bool

  val abs : z -> z

  val of_N : n -> z

  val pos_div_eucl : positive -> z -> z * z

  val div_eucl : z -> z -> z * z

  val div : z -> z -> z

  val modulo : z -> z -> z

  val quotrem : z -> z -> z * z

  val quot : z -> z -> z

  val rem : z -> z -> z

  val eq_dec : z -> z -> bool
 end

type ('l, 'v) update = ('l * 'v option) list

val last :
  ('a1 -> 'a1 -> bool) -> ('a1, 'a2) update -> 'a1 -> 'a2 option option

val at_ : ('a1 -> 'a1 -> bool) -> ('a1, 'a2) update -> 'a1 -> 'a2 option

type names = { e_dec : (__ -> __ -> bool); i_dec : (__ -> __ -> bool);
               fresh : (int -> __ list -> int -> __) }

type e = __

type i = __

type v = __

val loc_dec : names -> (e * i) -> (e * i) -> bool

type state = (e * i, v) update

val wr : names -> (e * i, v) update -> (e * i) -> v option option

val get : names -> (e * i, v) update -> (e * i) -> v option

type mutation =
| Attach of i * e * v
| Detach of i * e
| Compose of mutation * mutation
| Nu of (e -> mutation)
| Nil
| Undefined

val perform :
  names -> (int -> e) -> int -> mutation -> (e * i, v) update * int

val defined : names -> (int -> e) -> int -> mutation -> bool

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

val leaves : names -> language -> schedule -> int

val write_dec :
  ('a1 -> 'a1 -> bool) -> 'a1 option option -> 'a1 option option -> bool

val equivb :
  ('a1 -> 'a1 -> bool) -> ('a2 -> 'a2 -> bool) -> ('a1, 'a2) update -> ('a1,
  'a2) update -> bool

val composite :
  ('a3 -> ('a1, 'a2) update) -> 'a3 list -> ('a1 * 'a2 option) list

type occurrence = { leaf : int; ents : e list; upd : (e * i, v) update;
                    made : int; ok : bool }

val key : names -> occurrence -> int * e list

val invoke : names -> language -> system -> int -> (e list * w) -> occurrence

val apply :
  names -> language -> system -> int -> (e list * w) list -> (e * i, v) update

val again : names -> language -> system -> state -> (e list * w) -> w option

val roll :
  names -> language -> system -> int -> state -> (e list * w) list -> (e
  list * w) list

val rolled : names -> language -> system -> int -> state -> (e list * w) list

val produce :
  names -> language -> state -> schedule -> int -> (e * i, v) update

val advance : names -> language -> state -> schedule -> int -> state

type 'a sp =
| Empty
| Leaf of 'a
| Par0 of 'a sp * 'a sp
| Then of 'a sp * 'a sp

val elems : 'a1 sp -> 'a1 list

val pars : 'a1 list -> 'a1 sp

val thens : 'a1 list -> 'a1 sp

val fold :
  ('a1 -> 'a1 -> bool) -> ('a3 -> ('a1, 'a2) update) -> 'a3 sp -> 'a1 -> 'a2
  option list

val po : names -> language -> state -> schedule -> int -> occurrence sp

val not_of : names -> e -> (e * i) -> bool

val infl : names -> (int -> e) -> int -> mutation -> (e * i) list

val infl_of :
  names -> language -> system -> int -> (e list * w) -> (e * i) list

val infl_at : names -> language -> state -> schedule -> int -> (e * i) list

val memb : names -> (e * i) -> (e * i) list -> bool

val disjointb : names -> (e * i) list -> (e * i) list -> bool

val pairsb : ('a1 -> 'a1 -> bool) -> 'a1 list -> bool

val safe_by_ruleb : names -> language -> state -> schedule -> int -> bool

val shuffles : 'a1 list -> 'a1 list -> 'a1 list list

val lins : 'a1 sp -> 'a1 list list

val eqb0 :
  names -> (v -> v -> bool) -> (e * i, v) update -> (e * i, v) update -> bool

val opt_dec : names -> (v -> v -> bool) -> v option -> v option -> bool

val sameb : names -> (v -> v -> bool) -> state -> state -> bool

val commuteb : names -> (v -> v -> bool) -> occurrence -> occurrence -> bool

val safeb : names -> (v -> v -> bool) -> occurrence sp -> bool

val one : names -> (v -> v -> bool) -> v option list -> bool

val deterministicb : names -> (v -> v -> bool) -> occurrence sp -> bool

val runs :
  names -> language -> state -> schedule -> int -> occurrence list list

val sums : n -> n list -> n list

val column : int -> int -> n list

val count : 'a1 sp -> n

type entity =
| Init of int
| Created of int * entity list * int

val code : entity -> int list

val entity_eqb : entity -> entity -> bool

val entity_dec : entity -> entity -> bool

val lex : int list -> int list -> bool

val before : entity -> entity -> bool

val insert : entity -> entity list -> entity list

val sort : entity list -> entity list

type values = { label_dec : (__ -> __ -> bool);
                value_dec : (__ -> __ -> bool);
                mentions : (__ -> entity list);
                rename : ((entity -> entity) -> __ -> __) }

type label = __

type value = __

val names0 : values -> names

type constraint0 =
| Incl of label
| Excl of label
| Anyway of label
| Both of constraint0 * constraint0

type cells = value option list

val has : values -> state -> (e * i) -> bool

val alive : values -> state -> entity -> bool

val live : values -> state -> entity list

val eval : values -> constraint0 -> state -> e -> cells option

val matches :
  values -> constraint0 list -> state -> (entity list * cells) list

val matches_at : values -> constraint0 list -> state -> e list -> cells option

type sys = { q_ : constraint0 list;
             where_ : (entity list -> cells -> bool option);
             f_ : (entity list -> cells -> mutation) }

val filtered :
  values -> sys -> (entity list * cells) -> (entity list * cells option) list

val query_where : values -> sys -> state -> (entity list * cells option) list

val look_where : values -> sys -> state -> e list -> cells option option

val language0 : values -> language

val named : values -> state -> entity list

val isnew : entity -> bool

val news : values -> state -> entity list

val renamed : values -> (entity -> entity) -> state -> state

val image : (entity * entity) list -> entity -> entity

val insertions : 'a1 -> 'a1 list -> 'a1 list list

val perms : 'a1 list -> 'a1 list list

val alikeb : values -> state -> state -> bool

val quickly_alikeb : values -> state -> state -> bool

val all_alikeb : values -> state list -> bool

val deterministic_d10b : values -> state -> schedule -> int -> bool

val confluent_d10b : values -> state -> schedule -> int -> bool

val hereditaryb : values -> occurrence sp -> bool

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

val atom_dec : atom -> atom -> bool

val val_dec : val0 -> val0 -> bool

val val_mentions : val0 -> entity list

val val_rename : (entity -> entity) -> val0 -> val0

val values0 : values

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

val in_64_bits : z -> z option

val unless0 : z -> z -> z option

val int2 : op2 -> z -> z -> atom option

val eval1 : opaque -> op1 -> val0 -> val0 option

val eval2 : opaque -> op2 -> val0 -> val0 -> val0 option

val equal : opaque -> val0 -> val0 -> bool

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

val fold_val : (val0 -> val0 -> val0 option) -> val0 -> val0 -> val0 option

val tval : opaque -> env -> term -> val0 option

type stm =
| SNil
| SAttach of int * term * term
| SDetach of int * term
| SSeq of stm * stm
| SIf of term * stm * stm
| SLet of term * stm
| SCase of int * stm * stm
| SNew of stm

val sval : opaque -> env -> stm -> mutation

val bound : entity list -> cells -> env

val holds : opaque -> term -> entity list -> cells -> bool option

val program_system : opaque -> constraint0 list -> term -> stm -> sys

val among : ('a1 -> 'a1 -> bool) -> 'a1 -> ('a1, 'a2) update -> bool

val tidy : ('a1 -> 'a1 -> bool) -> ('a1, 'a2) update -> ('a1, 'a2) update

val order_ : values -> state -> schedule -> int -> occurrence sp

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

val v_dec : v -> v -> bool

val entities_eqb : entity list -> entity list -> bool

val name_eqb : name -> name -> bool

val named_in : ('a1 -> name) -> name -> 'a1 list -> bool

val find_in : ('a1 -> name) -> name -> 'a1 list -> 'a1 option

val leb0 : ('a1 -> name) -> 'a1 sp -> 'a1 -> 'a1 -> bool

val concurrentb : ('a1 -> name) -> 'a1 sp -> 'a1 -> 'a1 -> bool

val nodupb : name list -> bool

val elements : ('a1 -> name) -> 'a1 list -> name list -> 'a1 list option

val all_elements : ('a1 -> name) -> 'a1 list -> name list -> 'a1 list option

val respects : ('a1 -> name) -> 'a1 sp -> 'a1 list -> bool

val linearization_of : ('a1 -> name) -> 'a1 sp -> name list -> 'a1 list option

val name_of : occurrence -> name

val merge :
  int -> name list -> occurrence list -> occurrence list -> occurrence list
  option

val run_of : state -> schedule -> int -> name list -> occurrence list option

val performs : state -> schedule -> name list -> occurrence list option

val influence_of :
  system -> int -> (entity list * cells option) -> name * place list

val influences : state -> schedule -> int -> (name * place list) sp

val fails_after : name list -> occurrence list -> bool

val leaves_eqb : val0 option -> val0 option -> bool

val state_eqb : state -> state -> bool

val writes_at : occurrence -> place -> v option option

val place_before : place -> place -> bool

val insert_place : place -> place list -> place list

val places : occurrence sp -> place list

val writers_at : occurrence sp -> place -> occurrence list

val accompanied : occurrence sp -> occurrence list -> occurrence list

val maximal_among : occurrence sp -> occurrence list -> occurrence list

val several : occurrence list -> occurrence list

val contested :
  occurrence sp -> (occurrence list -> occurrence list) ->
  (place * (name * val0 option option) list) list

val eqb_list : ('a1 -> 'a2 -> bool) -> 'a1 list -> 'a2 list -> bool

val place_eqb : place -> place -> bool

val listed :
  occurrence sp -> (occurrence list -> occurrence list) -> contest list ->
  bool

val leaving : occurrence sp -> place -> writer -> occurrence option

val ends_as : state -> occurrence list -> claimed_run -> bool

val last_writer : place -> occurrence list -> writer -> bool

val differ : place -> claimed_run -> claimed_run -> bool

val explored : state -> state list -> occurrence list list -> bool

val accepts_at : state -> schedule -> occurrence sp -> claim -> bool

val accepts : state -> schedule -> claim -> bool

type cell = (entity * int) * val0 option

type start_state = cell list

val q_incl : int -> constraint0

val q_excl : int -> constraint0

val q_anyway : int -> constraint0

val q_and : constraint0 -> constraint0 -> constraint0

val z_conc : sys -> schedule

val z_seq : sys -> schedule

val z_par : schedule -> schedule -> schedule

val z_then : schedule -> schedule -> schedule

val after : start_state -> start_state -> start_state

val value_at : start_state -> entity -> int -> val0 option

val living : start_state -> entity list

val order_at : start_state -> schedule -> occurrence sp

val invocations : occurrence sp -> occurrence list

val leaf_of : occurrence -> int

val entities_of : occurrence -> entity list

val update_of : occurrence -> start_state

val made_by : occurrence -> int

val is_defined : occurrence -> bool

val influence_at : start_state -> schedule -> place list

val verdict_rule : start_state -> schedule -> bool

val verdict_safe : occurrence sp -> bool

val verdict_exact : occurrence sp -> bool

val linearizations_of : occurrence sp -> occurrence list list

val runs_of : start_state -> schedule -> occurrence list list

val verdict_deterministic : start_state -> schedule -> bool

val verdict_confluent : start_state -> schedule -> bool

val verdict_hereditary : occurrence sp -> bool

val same_up_to_renaming : start_state -> start_state -> bool

val news_of : start_state -> entity list

val a_run : name list -> start_state -> claimed_run

val explored_deterministic : start_state list -> claim

val explored_confluent : start_state list -> claim

val accepts_claim : start_state -> schedule -> claim -> bool
