(** Corollaries 4.8 and 4.9. *)
From Coq Require Import List Arith Lia.
From CoreECS Require Export Construction.
Import ListNotations.

Section Corollaries.
Context `{Language}.

(** Corollary 4.8 by the letter: of labels that are influenced. As Lemma 4.6, it needs that no entity is forged. *)
Corollary corollary_4_8 c z z' lf (J J' : I -> Prop) : private (po c (par z z') lf) ->
  safe_at c z lf -> safe_at c z' (lf + leaves z) ->
  (forall l, In l (infl_at c z lf) -> J (snd l)) -> (forall l, In l (infl_at c z' (lf + leaves z)) -> J' (snd l)) ->
  (forall i, J i -> J' i -> False) -> safe_at c (par z z') lf.
Proof. intros P S S' HJ HJ' D. apply theorem_4_7_4; auto. intros l K K'. eauto. Qed.

(** [static/par]: Corollary 4.8 of all labels that are written, also to created entities. Nothing else is needed, and it
    holds on any state on which both sides are safe. *)
Theorem corollary_4_8_labels c z z' lf (J J' : I -> Prop) :
  safe_at c z lf -> safe_at c z' (lf + leaves z) ->
  (forall a l, In a (elems (po c z lf)) -> wr (upd a) l <> None -> J (snd l)) ->
  (forall a l, In a (elems (po c z' (lf + leaves z))) -> wr (upd a) l <> None -> J' (snd l)) ->
  (forall i, J i -> J' i -> False) -> safe_at c (par z z') lf.
Proof.
  intros S S' HJ HJ' D a b Ha Hb C.
  destruct (concurrent_par_inv _ _ _ _ (po_nodup (par z z') c lf) C Ha Hb) as [(?&?&?)|[(?&?&?)|[(Ka & Kb)|(Ka & Kb)]]].
  - apply S; auto.
  - apply S'; auto.
  - apply disjoint_commute. intros l La Lb. eapply D; [eapply HJ|eapply HJ']; eauto.
  - apply disjoint_commute. intros l La Lb. eapply D; [eapply HJ|eapply HJ']; eauto.
Qed.

(** ** Corollary 4.9 *)
(** Where a mutation may write; what it attaches does not matter. *)
Fixpoint mlocs (X : E -> Prop) m : Prop := match m with
  | attach _ e _ | detach _ e => X e
  | compose m m' => mlocs X m /\ mlocs X m'
  | nu f => forall x, mlocs (fun e => X e \/ e = x) (f x)
  | nil | undefined => True
  end.
Lemma perform_locs phi m : forall n (X : E -> Prop), mlocs X m ->
  forall l, wr (fst (perform phi n m)) l <> None -> X (fst l) \/ exists k, fst l = phi k.
Proof.
  unfold wr. induction m as [i e k|i e|m IH m' IH'|f IH| |]; cbn; intros n X W l K.
  - destruct (loc_dec l (e, i)) as [->|]; auto. congruence.
  - destruct (loc_dec l (e, i)) as [->|]; auto. congruence.
  - destruct W as [W W']. specialize (IH n X W l). destruct (perform phi n m) as [u k] eqn:P.
    specialize (IH' k X W' l). destruct (perform phi k m') as [u' k'] eqn:P'. cbn in *. rewrite last_app in K.
    destruct (last loc_dec u' l); [apply IH'; discriminate|auto].
  - destruct (IH _ _ _ (W (phi n)) l K) as [[Q|Q]|Q]; eauto.
  - congruence.
  - congruence.
Qed.

(** [static/conc]: Corollary 4.9 with D7. Each match has one entity, and f_s writes to it and to what it creates only.
  The
    rule asks nothing of what f_s reads, compares or attaches. "Any state" is a state without entities that are created
    at this leaf or later. *)
Theorem corollary_4_9 (X : E -> Prop) c s lf : cwithin X c -> old X lf ->
  (forall e w, In (e, w) (query s c) -> exists e1, e = [e1] /\ mlocs (fun x => x = e1) (body s e w)) ->
    safe_at c (conc s) lf.
Proof.
  intros HC HX Hq a b Ha Hb C. apply disjoint_commute. intros l La Lb.
  pose proof (concurrent_neq _ _ _ Ha C) as Ne. pose proof (po_keys (conc s) c lf) as N.
  assert (K : forall a, In a (elems (po c (conc s) lf)) -> wr (upd a) l <> None ->
    leaf a = lf /\ exists e1, ents a = [e1] /\ X e1 /\ (fst l = e1 \/ created a (fst l))).
  { intros d D Q. cbn in D. rewrite elems_pars in D. apply in_map_iff in D as ((e & w) & <- & Hr).
    destruct (Hq _ _ Hr) as (e1 & -> & M). cbn. split; auto. exists e1. split; auto. split.
    - apply (query_within _ X) in Hr as [Hr _]; auto. now inversion Hr.
    - exact (perform_locs _ _ _ _ M l Q). }
  destruct (K a Ha La) as (Fa & ea & Ea & Xa & Qa), (K b Hb Lb) as (Fb & eb & Eb & Xb & Qb).
  apply Ne. eapply key_inj; eauto. destruct Qa as [Qa|Qa], Qb as [Qb|Qb].
  - unfold key. congruence.
  - destruct Qb as (n & Qb). exfalso. apply (HX lf (ents b) n); auto. congruence.
  - destruct Qa as (n & Qa). exfalso. apply (HX lf (ents a) n); auto. congruence.
  - eapply created_key; eauto.
Qed.

Lemma mwithin_mlocs m : forall X, mwithin X m -> mlocs X m.
Proof. induction m as [i e k|i e|m IH m' IH'|f IH| |]; cbn; intros X; intuition. Qed.

(** Corollary 4.9 by the letter: one query, whose results hold no entities, and (D7) a system that names none. *)
Corollary corollary_4_9_letter (X : E -> Prop) c s lf : cwithin X c -> old X lf -> honest (fun _ => False) s ->
  (forall e w, In (e, w) (query s c) -> (exists e1, e = [e1]) /\ forall Y, wwithin Y w) -> safe_at c (conc s) lf.
Proof.
  intros HC HX Ho Hq. apply (corollary_4_9 X); auto. intros e w R. destruct (Hq _ _ R) as [(e1 & ->) Hw].
  exists e1. split; auto. apply mwithin_mlocs, Ho; auto. tauto.
Qed.
End Corollaries.
