(** What coreecs reports as deterministic and confluent: up to renaming (D10), of runs that may be undefined (D12). *)
From Coq Require Import List Bool Permutation Setoid.
From CoreECS Require Export Renaming Undefined.
Import ListNotations.

Section Verdicts.
Context `{Values}.

(** [determinism], D10: all linearizations end in states that are equal up to renaming. *)
Definition deterministic_d10 (c : state) z lf := forall l l', linearization (po c z lf) l ->
  linearization (po c z lf) l' ->
  alike (c ++ composite upd l) (c ++ composite upd l').

(** [confluence], D10, D12: all runs end in states that are equal up to renaming, or none in a state. *)
Definition outcome (c : state) l : option state := if forallb ok l then Some (c ++ composite upd l) else None.
Definition outcome_alike o o' := match o, o' with
  | Some c, Some c' => alike c c'
  | None, None => True
  | _, _ => False
  end.
Definition confluent_d10 (c : state) z lf := forall l l', run c z lf l -> run c z lf l' ->
  outcome_alike (outcome c l) (outcome c l').

Theorem deterministic_exact c z lf : deterministic_at c z lf -> deterministic_d10 c z lf.
Proof. intros D l l' L L'. apply same_alike. rewrite (D l l' L L'). reflexivity. Qed.

(** D6: a safe schedule is deterministic and confluent. *)
Theorem safe_deterministic_d10 c z lf : safe_at c z lf -> deterministic_d10 c z lf.
Proof. intros S. now apply deterministic_exact, theorem_4_5. Qed.
Theorem safe_confluent_d10 c z lf : safe_at c z lf -> confluent_d10 c z lf.
Proof.
  intros S l l' R R'. pose proof (safe_confluent c z lf S l l' R R') as Q.
  apply safe_runs_are_linearizations in R, R'; auto. destruct R as [P _], R' as [P' _].
  assert (forallb ok l = forallb ok l') as O.
  { apply eq_true_iff_eq. rewrite !forallb_forall. split; intros F a Ha; apply F.
    - eapply Permutation_in; [symmetry; exact P|]. eapply Permutation_in; [exact P'|exact Ha].
    - eapply Permutation_in; [symmetry; exact P'|]. eapply Permutation_in; [exact P|exact Ha]. }
  unfold outcome. rewrite O. destruct (forallb ok l'); cbn; auto. now apply same_alike.
Qed.

(** ** Decided, by enumeration *)
Definition quickly_alikeb (c c' : state) := sameb Value_dec c c' || alikeb c c'.
Lemma quickly_alike c c' : quickly_alikeb c c' = true <-> alike c c'.
Proof.
  unfold quickly_alikeb. rewrite orb_true_iff, alike_decided. split; [intros [Q|]; auto|auto].
  apply (@sameb_spec names Value_dec) in Q. now apply same_alike.
Qed.
Definition all_alikeb (ends : list state) := match ends with [] => true | c :: l => forallb (quickly_alikeb c) l end.
Lemma all_alike_spec ends : all_alikeb ends = true <-> forall c c', In c ends -> In c' ends -> alike c c'.
Proof.
  destruct ends as [|c l]; cbn; [split; auto; intros _ ? ? []|]. rewrite forallb_forall. split.
  - intros F. assert (forall d, c = d \/ In d l -> alike c d) as K.
    { intros d [<-|M]; [apply alike_refl|]. apply quickly_alike. auto. }
    intros d d' M M'. apply alike_trans with c; [apply alike_sym|]; auto.
  - intros F d M. apply quickly_alike. auto.
Qed.

Definition deterministic_d10b (c : state) z lf := all_alikeb (map (fun l => c ++ composite upd l) (lins (po c z lf))).
Theorem deterministic_d10_decided c z lf : deterministic_d10b c z lf = true <-> deterministic_d10 c z lf.
Proof.
  assert (forall l, In l (lins (po c z lf)) <-> linearization (po c z lf) l) as K.
  { intros l. rewrite lins_spec. split; [apply lin_linearization, po_nodup|apply linearization_lin]. }
  unfold deterministic_d10b. rewrite all_alike_spec. split.
  - intros F l l' L L'. apply F; apply (in_map (fun l => c ++ composite upd l)); now apply K.
  - intros D d d' M M'. apply in_map_iff in M as (l & <- & M), M' as (l' & <- & M'). apply D; now apply K.
Qed.

Definition confluent_d10b (c : state) z lf :=
  let all := runs c z lf in
  forallb (fun l => negb (forallb ok l)) all ||
  forallb (fun l => forallb ok l) all && all_alikeb (map (fun l => c ++ composite upd l) all).
Theorem confluent_d10_decided c z lf : confluent_d10b c z lf = true <-> confluent_d10 c z lf.
Proof.
  unfold confluent_d10b. rewrite orb_true_iff, andb_true_iff, !forallb_forall, all_alike_spec. split.
  - intros [F|[F A]] l l' R R'; apply runs_spec in R, R'; unfold outcome.
    + pose proof (F l R) as Q. pose proof (F l' R') as Q'. apply negb_true_iff in Q, Q'. now rewrite Q, Q'.
    + rewrite (F l R), (F l' R'). cbn. apply A; now apply (in_map (fun l => c ++ composite upd l)).
  - intros C. pose proof (reference_runs z c lf) as Rf. set (r := elems (po c z lf)) in *.
    assert (forall l, In l (runs c z lf) -> outcome_alike (outcome c r) (outcome c l)) as K.
    { intros l M. apply C; now apply runs_spec. }
    destruct (forallb ok r) eqn:O; [right|left].
    + assert (forall l, In l (runs c z lf) -> forallb ok l = true) as F.
      { intros l M. specialize (K l M). unfold outcome in K. rewrite O in K. now destruct (forallb ok l). }
      split; auto. intros d d' M M'. apply in_map_iff in M as (l & <- & M), M' as (l' & <- & M').
      assert (outcome_alike (outcome c l) (outcome c l')) as Q by (apply C; now apply runs_spec).
      unfold outcome in Q. now rewrite (F l M), (F l' M') in Q.
    + intros l M. specialize (K l M). unfold outcome in K. rewrite O in K. now destruct (forallb ok l).
Qed.

(** ** Hereditary determinism: left of each ; the maximal writers agree. Then every run is a linearization. *)
Fixpoint hereditary (t : sp occurrence) : Prop := match t with
  | Empty | Leaf _ => True
  | Par x y => hereditary x /\ hereditary y
  | Then x y => hereditary x /\ hereditary y /\ deterministic loc_dec upd x
  end.
Lemma big_hereditary z : forall c lf l, hereditary (po c z lf) -> big c z lf l -> lin (po c z lf) l.
Proof.
  induction z as [s|s|z IH z' IH'|z IH z' IH']; intros c lf l S B; cbn [po big] in *.
  - apply perm_pars; auto. pose proof (po_nodup (conc s) c lf) as N. cbn in N. now rewrite elems_pars in N.
  - subst. pose proof (lin_elems (thens (map (invoke s lf) (rolled s lf c)))) as K. now rewrite elems_thens in K.
  - destruct B as (l1 & l2 & B1 & B2 & Sh), S as [S1 S2]. econstructor; eauto.
  - destruct B as (l1 & l2 & B1 & B2 & ->), S as (S1 & S2 & D). specialize (IH _ _ _ S1 B1). constructor; auto.
    assert (c ++ composite upd l1 == advance c z lf) as Q.
    { unfold advance. rewrite produce_po. rewrite (D l1 (elems (po c z lf))); [reflexivity| |].
      - apply lin_linearization; auto using po_nodup.
      - apply lin_linearization; [apply po_nodup|apply lin_elems]. }
    rewrite <- (po_same z' _ _ _ Q). apply IH'; auto. now rewrite (po_same z' _ _ _ Q).
Qed.
Theorem hereditary_runs c z lf l : hereditary (po c z lf) -> run c z lf l -> linearization (po c z lf) l.
Proof. intros S R. apply lin_linearization; [apply po_nodup|]. apply big_hereditary; auto. now apply run_big. Qed.

Theorem hereditary_confluent c z lf : hereditary (po c z lf) -> deterministic_d10 c z lf -> confluent_d10 c z lf.
Proof.
  intros S D l l' R R'. apply hereditary_runs in R, R'; auto. pose proof (D l l' R R') as Q.
  destruct R as [P _], R' as [P' _]. assert (forallb ok l = forallb ok l') as O.
  { apply eq_true_iff_eq. rewrite !forallb_forall. split; intros F a Ha; apply F.
    - eapply Permutation_in; [symmetry; exact P|]. eapply Permutation_in; [exact P'|exact Ha].
    - eapply Permutation_in; [symmetry; exact P'|]. eapply Permutation_in; [exact P|exact Ha]. }
  unfold outcome. rewrite O. now destruct (forallb ok l').
Qed.
Theorem safe_hereditary t : NoDup (elems t) -> safe loc_dec upd t -> hereditary t.
Proof.
  induction t as [|a|x IHx y IHy|x IHx y IHy]; cbn; intros N S; auto.
  - destruct (safe_sub loc_dec upd x y N) as [Sx Sy]; auto. apply NoDup_app in N as (Nx & Ny & _). auto.
  - destruct (safe_sub loc_dec upd x y N) as [Sx Sy]; auto. apply NoDup_app in N as (Nx & Ny & _).
    split; [|split]; auto. now apply safe_deterministic.
Qed.
Fixpoint hereditaryb (t : sp occurrence) : bool := match t with
  | Empty | Leaf _ => true
  | Par x y => hereditaryb x && hereditaryb y
  | Then x y => hereditaryb x && hereditaryb y && deterministicb Value_dec x
  end.
Theorem hereditary_decided t : NoDup (elems t) -> hereditaryb t = true <-> hereditary t.
Proof.
  induction t as [|a|x IHx y IHy|x IHx y IHy]; cbn; intros N; try tauto.
  - apply NoDup_app in N as (Nx & Ny & _). now rewrite andb_true_iff, IHx, IHy.
  - apply NoDup_app in N as (Nx & Ny & _).
    rewrite !andb_true_iff, IHx, IHy, (@deterministicb_spec names Value_dec) by auto. tauto.
Qed.
End Verdicts.
