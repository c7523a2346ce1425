(** What does not hold in the paper, or holds under a reading only: a counterexample for each,
  by the number of its entry
    in specs/explanation/deviations.md. *)
From Coq Require Import List ZArith Bool Permutation Lia Setoid.
From CoreECS Require Export Figures.
Import ListNotations.

Definition X_ := 0. Definition Y_ := 1. Definition T_ := 2.
Definition set i (n : Z) := {| q_ := [incl X_]; where_ := everywhere;
  f_ := fun es w => match es with [e] => attach i e (Num n) | _ => nil end |}.
Definition s0 : state := [((e 0, X_), Some (Num 0))].

(** ** D4. conc(s) || conc(s) performs each pair (f_s, r) twice. *)
Example d4 : length (elems (po s0 (par (conc (set X_ 1)) (conc (set X_ 1))) 0)) = 2 /\
  count (po s0 (par (conc (set X_ 1)) (conc (set X_ 1))) 0) = 2%N.
Proof. vm_compute. auto. Qed.

(** ** D5 *)
(** D5, first: deterministic by Definition 4.4, and not confluent. *)
Definition copy := {| q_ := [incl X_]; where_ := everywhere;
  f_ := fun es w => match es, w with [e], [Some k] => attach Y_ e k;; attach X_ e (Num 0) | _, _ => nil end |}.
Definition z5 := andthen (par (conc (set X_ 1)) (conc (set X_ 2))) (conc copy).

Theorem d5_deterministic_not_confluent : deterministic_at s0 z5 0 /\ ~ confluent s0 z5 0.
Proof. split; verdict. Qed.

(** D5, second: always ends with X = 2, and Definition 4.4 rejects it; with the sides of || exchanged it does not. *)
Definition fix_ := {| q_ := [incl X_]; where_ := everywhere;
  f_ := fun es w => match es, w with [e], [Some (Num 1%Z)] => attach X_ e (Num 2) | _, _ => nil end |}.
Definition z5' := andthen (par (conc (set X_ 1)) (conc (set X_ 2))) (conc fix_).
Definition z5'' := andthen (par (conc (set X_ 2)) (conc (set X_ 1))) (conc fix_).

Theorem d5_confluent_not_deterministic : confluent s0 z5' 0 /\ ~ deterministic_at s0 z5' 0.
Proof. split; verdict. Qed.
Theorem d5_not_symmetric : deterministic_at s0 z5'' 0.
Proof. verdict. Qed.

(** ** D6 *)
(** D6: deterministic and not safe. *)
Definition z6 := andthen (par (conc (set X_ 1)) (conc (set X_ 2))) (conc (set X_ 0)).
Theorem d6 : deterministic_at s0 z6 0 /\ ~ safe_at s0 z6 0.
Proof. split; verdict. Qed.

(** ** D7 *)
(** D7: without it Corollary 4.9 is false. *)
Definition to_literal := {| q_ := [incl X_]; where_ := everywhere;
  f_ := fun es w => match w with [Some k] => attach X_ (e 0) k | _ => nil end |}.
Definition s7 : state := [((e 1, X_), Some (Num 1)); ((e 2, X_), Some (Num 2))].
Theorem d7 : (forall es w, In (es, w) (query to_literal s7) -> (exists e1, es = [e1]) /\ forall Y, wwithin Y w) /\
  ~ safe_at s7 (conc to_literal) 0.
Proof.
  split.
  - intros es w K. vm_compute in K.
    destruct K as [[= <- <-]|[[= <- <-]|[]]]; (split; [eauto|]); intros Y k [[= <-]|[]] x [].
  - verdict.
Qed.

(** ** D8 *)
(** Theorem 4.7(4) asks nothing of reads,
  so a side that reads the other side's writes sees two things on a shared state. *)
Definition reader := {| q_ := [incl X_]; where_ := everywhere;
  f_ := fun es w => match es, w with [e], [Some k] => attach Y_ e k | _, _ => nil end |}.
Definition z8 := par (conc (set X_ 5%Z)) (conc reader).
(** one shared state: every side observes what was done so far, on either side *)
Definition shared_first := advance (advance s0 (conc (set X_ 5%Z)) 0) (conc reader) 1.
Definition shared_last := advance (advance s0 (conc reader) 1) (conc (set X_ 5%Z)) 0.
Theorem d8 : safe_at s0 z8 0 /\ get shared_first (e 0, Y_) = Some (Num 5%Z) /\
  get shared_last (e 0, Y_) = Some (Num 0%Z).
Proof. split; [verdict|split; vm_compute; reflexivity]. Qed.

(** ** D10 *)
(** D10: with a renaming for each pair Theorem 4.5 is false. *)
Definition commute_alike (u u' : @update (entity * nat) val) := forall c : state, cwithin initial c ->
  alike (c ++ u ++ u') (c ++ u' ++ u).
Definition safe_alike t := forall a b, In a (elems t) -> In b (elems t) -> concurrent t a b ->
  commute_alike (upd a) (upd b).
Definition deterministic_alike (c : state) t := forall l l', linearization t l -> linearization t l' ->
  alike (c ++ composite upd l) (c ++ composite upd l').

Definition R_ := 1.
Definition mk := {| q_ := [incl X_]; where_ := everywhere;
  f_ := fun es w => match es with [e] => nu (fun x => attach R_ e (Ref x)) | _ => nil end |}.
Definition tag := {| q_ := [incl R_]; where_ := everywhere;
  f_ := fun es w => match w with [Some (Ref r)] => attach T_ r (Num 0) | _ => nil end |}.
Definition z10 := andthen (par (conc mk) (conc mk)) (conc tag).
Definition x1 := Created 0 [e 0] 0. Definition x2 := Created 1 [e 0] 0.
Definition swap x := if entity_dec x x1 then x2 else if entity_dec x x2 then x1 else x.

Lemma swap_swap x : swap (swap x) = x.
Proof. unfold swap. repeat destruct entity_dec; subst; auto; congruence || discriminate. Qed.

Local Notation ld := (@loc_dec (@names values)).
Definition mk_ x : @update (entity * nat) val := [((e 0, R_), Some (Ref x))].
Lemma mk_commute x x' : x = x1 /\ x' = x2 \/ x = x2 /\ x' = x1 -> commute_alike (mk_ x) (mk_ x').
Proof.
  intros U c C. exists swap, swap. split; [repeat split; auto using swap_swap|]. intros y i.
  assert (New : forall i, get c (x1, i) = None /\ get c (x2, i) = None).
  { intros j. split; [destruct (get c (x1, j)) as [k|] eqn:G|destruct (get c (x2, j)) as [k|] eqn:G]; auto;
      destruct (C _ _ G) as [[n M] _]; discriminate. }
  assert (Old : get c (swap y, i) = option_map (rename swap) (get c (y, i))).
  { unfold swap at 1. destruct entity_dec as [->|]; [destruct (New i) as [-> ->]; auto|].
    destruct entity_dec as [->|]; [destruct (New i) as [-> ->]; auto|].
    destruct (get c (y, i)) as [k|] eqn:G; auto. cbn. f_equal. symmetry. apply (@rename_id values). intros r M.
    destruct (proj2 (C _ _ G) r M) as [m ->]. reflexivity. }
  assert (K : forall a b l, get (c ++ mk_ a ++ mk_ b) l = if ld l (e 0, R_) then Some (Ref b) else get c l).
  { intros a b l. unfold get. rewrite !at_app. cbn [mk_ last app]. destruct (ld l (e 0, R_)); reflexivity. }
  rewrite !K. destruct (ld (y, i) (e 0, R_)) as [Q|N].
  - injection Q as -> ->. change (swap (e 0)) with (e 0). destruct (ld (e 0, R_) (e 0, R_)); [|congruence].
    destruct U as [[-> ->]|[-> ->]]; reflexivity.
  - destruct (ld (swap y, i) (e 0, R_)) as [Q|_]; [|exact Old].
    exfalso; apply N. injection Q as Q ->. rewrite <- (swap_swap y), Q. reflexivity.
Qed.

Definition mk1 := invoke mk 0 ([e 0], Some [Some (Num 0)]). Definition mk2 := invoke mk 1 ([e 0], Some [Some (Num 0)]).
Definition tag_ := invoke tag 2 ([e 0], Some [Some (Ref x2)]).
Lemma po10 : po s0 z10 0 = Then (Par (Par (Leaf mk1) Empty) (Par (Leaf mk2) Empty)) (Par (Leaf tag_) Empty).
Proof. vm_compute. reflexivity. Qed.

Theorem d10 : safe_alike (po s0 z10 0) /\ ~ deterministic_alike s0 (po s0 z10 0).
Proof.
  pose proof (po_nodup z10 s0 0) as N. rewrite po10 in *. split.
  - intros a b Ha Hb C. cbn [elems app In] in Ha, Hb. apply concurrent_then_inv in C; auto.
    destruct C as [(Ka & Kb & C)|(Ka & Kb & C)]; cbn [elems app In] in Ka, Kb.
    + destruct Ka as [<-|[<-|[]]], Kb as [<-|[<-|[]]].
      * exfalso. apply C. cbn; tauto.
      * apply (mk_commute x1 x2). auto.
      * apply (mk_commute x2 x1). auto.
      * exfalso. apply C. cbn; tauto.
    + destruct Ka as [<-|[]], Kb as [<-|[]]. exfalso. apply C. cbn; tauto.
  - intros D.
    assert (L : forall l,
      In l (lins (Then (Par (Par (Leaf mk1) Empty) (Par (Leaf mk2) Empty)) (Par (Leaf tag_) Empty))) ->
        linearization _ l)
      by (intros l M; apply lin_linearization; [exact N|now apply lins_spec]).
    destruct (D [mk1; mk2; tag_] [mk2; mk1; tag_]) as (pi & si & (_ & _ & Fix) & Q); try (apply L; cbn; auto).
    pose proof (Q (e 0) R_) as Q1. unfold e in Q1. rewrite (Fix 0) in Q1. vm_compute in Q1. injection Q1 as Q1.
    pose proof (Q x2 T_) as Q2. change (Created 1 [Init 0] 0) with x2 in Q1. rewrite <- Q1 in Q2. vm_compute in Q2.
    discriminate.
Qed.

(** The example by the letter, with the nu's still in them: both composites are one and the same term. *)
Definition terms := map (fun r => body mk (fst r) (snd r)) [([e 0], Some [Some (Num 0)]); ([e 0], Some [Some (Num 0)])].
Example d10_letter : terms = rev terms.
Proof. reflexivity. Qed.

(** ** D11 *)
Fixpoint infl_over (U : entity -> Prop) (m : mutation) : entity * nat -> Prop := match m with
  | attach i e _ | detach i e => fun l => l = (e, i)
  | compose m m' => fun l => infl_over U m l \/ infl_over U m' l
  | nu f => fun l => forall e, U e -> infl_over U (f e) l
  | nil | undefined => fun _ => False
  end.
Definition fresh_entity x := exists l es n, x = Created l es n.
Definition updates m lf es := fst (perform (Created lf es) 0 m).

(** D11: over all of E it is false for a body that compares with a literal, *)
Definition avoid k := nu (fun x => if entity_dec x (e 0) then nil else attach X_ (e 1) (Num k)).
Theorem d11 : (forall k l, ~ infl_over (fun _ => True) (avoid k) l) /\
  ~ commute (@loc_dec (@names values)) (updates (avoid 1) 0 [e 0]) (updates (avoid 2) 1 [e 0]).
Proof.
  split.
  - intros k l K. specialize (K (e 0) Logic.I). cbn in K. exact K.
  - intros C. specialize (C (e 1, X_)). vm_compute in C. discriminate.
Qed.
(** and over fresh entities it is false still, unless bodies treat all fresh entities alike. *)
Definition only x0 k := nu (fun x => if entity_dec x x0 then attach X_ (e 1) (Num k) else nil).
Theorem d11_fresh : (forall x0 k l, ~ infl_over fresh_entity (only x0 k) l) /\
  ~ commute (@loc_dec (@names values)) (updates (only x1 1) 0 [e 0]) (updates (only x2 2) 1 [e 0]).
Proof.
  split.
  - intros x0 k l K. cbn in K. assert (exists x, fresh_entity x /\ x <> x0) as (x & F & N).
    { destruct (entity_dec x1 x0) as [<-|N]; [exists x2|exists x1]; (split; [unfold fresh_entity, x1, x2; eauto|]);
        congruence || discriminate. }
    specialize (K x F). destruct (entity_dec x x0); auto.
  - intros C. specialize (C (e 1, X_)). vm_compute in C. discriminate.
Qed.

(** ** Theorem 4.7 needs that no system forges an entity that is created beside it (D11). *)
Definition maker := {| q_ := [incl X_]; where_ := everywhere; f_ := fun _ _ => nu (fun x => attach Y_ x (Num 1)) |}.
Definition forger := {| q_ := [incl X_]; where_ := everywhere;
  f_ := fun _ _ => attach Y_ (Created 0 [e 0] 0) (Num 2) |}.
Definition forgery := par (conc maker) (conc forger).
Theorem forgery_by_rule_not_safe : safe_by_rule s0 forgery 0 /\ ~ safe_at s0 forgery 0.
Proof. split; verdict. Qed.

(** ** D1 with D3: a safe, confluent schedule whose end changes, in more than the names of created entities,
  if the sides
    of || are exchanged. A later seq visits created entities in the order of their occurrences. So equality up to
    renaming is no congruence for ; and for further frames. *)
Definition B_ := 2.   (* the board's label *)
Definition spawn n := {| q_ := [incl X_]; where_ := everywhere; f_ := fun _ _ => nu (fun x => attach Y_ x (Num n)) |}.
Definition note := {| q_ := [incl X_; incl Y_]; where_ := everywhere; f_ := fun es w => match es, w with
  | [b; _], [_; Some k] => attach B_ b k | _, _ => nil end |}.
Definition left_ := andthen (par (conc (spawn 1)) (conc (spawn 2))) (seq note).
Definition right_ := andthen (par (conc (spawn 2)) (conc (spawn 1))) (seq note).
Theorem d1_exchange : safe_at s0 left_ 0 /\ safe_at s0 right_ 0 /\ confluent s0 left_ 0 /\ confluent s0 right_ 0 /\
  get (advance s0 left_ 0) (e 0, B_) = Some (Num 2) /\ get (advance s0 right_ 0) (e 0, B_) = Some (Num 1).
Proof. repeat split; try verdict; vm_compute; reflexivity. Qed.

