(** Construction of safe schedules (Theorem 4.7). *)
From Coq Require Import List Bool Arith Lia.
From CoreECS Require Export Known.
Import ListNotations.

Section Construction.
Context `{Language}.

Definition disjoint (x y : list (E * I)) := forall l, In l x -> In l y -> False.

(** [construction/seq] *)
Theorem theorem_4_7_1 c s lf : safe_at c (seq s) lf.
Proof.
  intros a b Ha Hb [C C']. cbn in *. rewrite elems_thens in *. exfalso. clear -Ha Hb C C'.
  induction (map (invoke s lf) (rolled s lf c)) as [|u l IH]; cbn in *; [tauto|]. rewrite elems_thens in *.
  destruct Ha as [->|Ha], Hb as [->|Hb]; tauto.
Qed.

(** [construction/then] *)
Theorem theorem_4_7_2 c z z' lf :
  safe_at c z lf -> safe_at (advance c z lf) z' (lf + leaves z) -> safe_at c (andthen z z') lf.
Proof.
  intros S S' a b Ha Hb C.
  destruct (concurrent_then_inv _ _ _ _ C Ha Hb) as [(?&?&?)|(?&?&?)]; [apply S|apply S']; auto.
Qed.

(** [construction/conc] *)
Theorem theorem_4_7_3 c s lf : private (po c (conc s) lf) ->
  (forall r r', In r (query s c) -> In r' (query s c) -> r <> r' -> disjoint (infl_of s lf r) (infl_of s lf r')) ->
  safe_at c (conc s) lf.
Proof.
  intros P D a b Ha Hb C. pose proof (concurrent_neq _ _ _ Ha C) as Ne.
  pose proof Ha as Ha'. pose proof Hb as Hb'. cbn in Ha', Hb'. rewrite elems_pars, in_map_iff in Ha', Hb'.
  destruct Ha' as (r & <- & Hr), Hb' as (r' & <- & Hr').
  apply (lemma_4_6 _ _ _ (infl_of s lf r) (infl_of s lf r') P Ha Hb C); [apply writes_infl|apply writes_infl|].
  apply D; auto; congruence.
Qed.

(** [construction/par] *)
Theorem theorem_4_7_4 c z z' lf : private (po c (par z z') lf) ->
  safe_at c z lf -> safe_at c z' (lf + leaves z) -> disjoint (infl_at c z lf) (infl_at c z' (lf + leaves z)) ->
  safe_at c (par z z') lf.
Proof.
  intros P S S' D a b Ha Hb C.
  destruct (concurrent_par_inv _ _ _ _ (po_nodup (par z z') c lf) C Ha Hb) as [(?&?&?)|[(?&?&?)|[(Ka & Kb)|(Ka & Kb)]]].
  - apply S; auto.
  - apply S'; auto.
  - apply (lemma_4_6 _ _ _ (infl_at c z lf) (infl_at c z' (lf + leaves z)) P Ha Hb C); eauto; intros l;
      now apply po_infl.
  - apply (lemma_4_6 _ _ _ (infl_at c z' (lf + leaves z)) (infl_at c z lf) P Ha Hb C); eauto; intros l;
      now apply po_infl.
Qed.

(** What coreecs reports as safe by rule: the four cases, from the leaves up *)
Fixpoint safe_by_rule (c : state) z lf : Prop := match z with
  | seq _ => True
  | andthen z z' => safe_by_rule c z lf /\ safe_by_rule (advance c z lf) z' (lf + leaves z)
  | conc s => forall r r', In r (query s c) -> In r' (query s c) -> r <> r' ->
    disjoint (infl_of s lf r) (infl_of s lf r')
  | par z z' => safe_by_rule c z lf /\ safe_by_rule c z' (lf + leaves z) /\
      disjoint (infl_at c z lf) (infl_at c z' (lf + leaves z))
  end.

Lemma safe_by_rule_same z : forall c c' lf, c == c' -> safe_by_rule c z lf -> safe_by_rule c' z lf.
Proof.
  induction z as [s|s|z IH z' IH'|z IH z' IH']; cbn; intros c c' lf Q S; auto.
  - now rewrite <- (query_same s _ _ Q).
  - destruct S as (S1 & S2 & D). rewrite <- !(infl_same _ _ _ _ Q). eauto.
  - destruct S as (S1 & S2). split; eauto. eapply IH'; [|exact S2]. unfold advance. rewrite (produce_same _ _ _ _ Q).
    now rewrite Q.
Qed.

(** Theorem 4.7 of a schedule. X has the entities of the state and those that the program names; no future entity is
    among them. *)
Theorem theorem_4_7 L z : forall (X : E -> Prop) c lf, honest_z L z -> (forall e, L e -> X e) -> cwithin X c ->
  old X lf ->
  safe_by_rule c z lf -> safe_at c z lf.
Proof.
  induction z as [s|s|z IH z' IH'|z IH z' IH']; intros X c lf Ho HL HC HX S.
  - apply theorem_4_7_3; auto. eapply honest_private; eauto.
  - apply theorem_4_7_1.
  - destruct S as (S & S' & D). pose proof Ho as [Ho1 Ho2].
    assert (old X (lf + leaves z)) by (intros ????; apply HX; lia).
    apply theorem_4_7_4; eauto. eapply honest_private; eauto.
  - destruct S as (S & S'), Ho as [Ho1 Ho2]. apply theorem_4_7_2; eauto.
    eapply (IH' (plus X (created_by (po c z lf)))); eauto using advance_within, advance_old. intros; left; auto.
Qed.

(** ** Decided *)
Definition memb l (x : list (E * I)) := if in_dec loc_dec l x then true else false.
Lemma memb_spec l x : memb l x = true <-> In l x.
Proof. unfold memb. destruct in_dec; split; congruence || auto. Qed.
Definition disjointb x y := forallb (fun l => negb (memb l y)) x.
Lemma disjointb_spec x y : disjointb x y = true <-> disjoint x y.
Proof.
  unfold disjointb, memb. rewrite forallb_forall. split.
  - intros D l Lx Ly. specialize (D l Lx). destruct in_dec; [discriminate|auto].
  - intros D l Lx. destruct in_dec; auto. exfalso. eauto.
Qed.

(** Each element of a list against those after it *)
Fixpoint pairsb {A} (f : A -> A -> bool) (l : list A) := match l with
  | [] => true
  | a :: l => forallb (f a) l && pairsb f l
  end.
Lemma pairsb_spec {A} (f : A -> A -> bool) l : NoDup l -> (forall a b, f a b = f b a) ->
  pairsb f l = true <-> forall a b, In a l -> In b l -> a <> b -> f a b = true.
Proof.
  intros N S. induction N as [|a l Na N IH]; cbn; [split; auto; intros _ ? ? []|].
  rewrite andb_true_iff, IH, forallb_forall. split.
  - intros [F G] x y [<-|X] [<-|Y] D; auto; try congruence. rewrite S. auto.
  - intros F. split; [|intros; apply F; auto]. intros x X. apply F; auto. intros ->. auto.
Qed.

Fixpoint safe_by_ruleb (c : state) z lf : bool := match z with
  | seq _ => true
  | andthen z z' => safe_by_ruleb c z lf && safe_by_ruleb (advance c z lf) z' (lf + leaves z)
  | conc s => pairsb (fun r r' => disjointb (infl_of s lf r) (infl_of s lf r')) (query s c)
  | par z z' => safe_by_ruleb c z lf && safe_by_ruleb c z' (lf + leaves z) &&
      disjointb (infl_at c z lf) (infl_at c z' (lf + leaves z))
  end.

Theorem safe_by_rule_decided z : forall c lf, safe_by_ruleb c z lf = true <-> safe_by_rule c z lf.
Proof.
  induction z as [s|s|z IH z' IH'|z IH z' IH']; intros c lf; cbn.
  - rewrite pairsb_spec.
    + split; intros D r r' R R' Ne; apply disjointb_spec; auto.
    + eapply NoDup_map_inv, query_nodup.
    + intros r r'. apply eq_iff_eq_true. rewrite !disjointb_spec. split; intros D l ? ?; eapply D; eauto.
  - tauto.
  - now rewrite !andb_true_iff, IH, IH', disjointb_spec, and_assoc.
  - now rewrite andb_true_iff, IH, IH'.
Qed.
End Construction.
