(** The interpreter, the deciders and the certificate checker as OCaml, with types that OCaml's programs can use. *)
From Coq Require Import List ZArith NArith Extraction ExtrOcamlBasic ExtrOcamlNatInt ExtrOcamlNativeString.
From CoreECS Require Import Certificate.
Import ListNotations.

Definition cell := ((entity * nat) * option val)%type.
Definition start_state := list cell.

(** Building programs *)
Definition q_incl (i : nat) : constraint := incl i.
Definition q_excl (i : nat) : constraint := excl i.
Definition q_anyway (i : nat) : constraint := anyway i.
Definition q_and (q q' : constraint) : constraint := both q q'.
Definition z_conc (s : sys) : schedule := conc s.
Definition z_seq (s : sys) : schedule := seq s.
Definition z_par (z z' : schedule) : schedule := par z z'.
Definition z_then (z z' : schedule) : schedule := andthen z z'.

(** States *)
Definition after (c : start_state) (u : start_state) : start_state := tidy loc_dec (c ++ u).
Definition value_at (c : start_state) (e : entity) (i : nat) : option val := get c (e, i).
Definition living (c : start_state) : list entity := live c.

(** po_c(z) *)
Definition order_at (c : start_state) z : sp occurrence := order_ c z 0.
Definition invocations (t : sp occurrence) : list occurrence := elems t.
Definition leaf_of (a : @occurrence names) : nat := leaf a.
Definition entities_of (a : @occurrence names) : list entity := ents a.
Definition update_of (a : @occurrence names) : start_state := upd a.
Definition made_by (a : @occurrence names) : nat := made a.
Definition is_defined (a : @occurrence names) : bool := ok a.

(** Verdicts *)
Definition influence_at (c : start_state) z : list place := infl_at c z 0.
Definition verdict_rule (c : start_state) z := safe_by_ruleb c z 0.
Definition verdict_safe (t : sp occurrence) := safeb v_dec t.
Definition verdict_exact (t : sp occurrence) := deterministicb v_dec t.
Definition linearizations_of (t : sp occurrence) : list (list occurrence) := lins t.
Definition runs_of (c : start_state) z : list (list occurrence) := runs c z 0.
Definition verdict_deterministic (c : start_state) z := deterministic_d10b c z 0.
Definition verdict_confluent (c : start_state) z := confluent_d10b c z 0.
Definition verdict_hereditary (t : sp occurrence) := hereditaryb t.
Definition same_up_to_renaming (c c' : start_state) := alikeb c c'.
Definition news_of (c : start_state) : list entity := news c.
Definition a_run (order : list name) (c : start_state) : claimed_run := {| order_of := order; end_of := c |}.
Definition explored_deterministic (ends : list start_state) : claim := Deterministic_exploration ends.
Definition explored_confluent (ends : list start_state) : claim := Confluent_exploration ends.
Definition accepts_claim (c : start_state) z (k : claim) : bool := accepts c z k.

Extraction "oracle/core_ecs.ml" program_system q_incl q_excl q_anyway q_and z_conc z_seq z_par z_then after value_at
  living before
  order_at invocations leaf_of entities_of update_of made_by is_defined influence_at verdict_rule verdict_safe
    verdict_exact count
  linearizations_of runs_of verdict_deterministic verdict_confluent verdict_hereditary same_up_to_renaming news_of a_run
  explored_deterministic explored_confluent accepts_claim
  tval Z.add Z.mul Z.opp Z.div_eucl N.div_eucl N.of_nat.
