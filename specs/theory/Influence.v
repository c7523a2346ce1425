(** Influence (section 4.2) and Lemma 4.6. *)
From Coq Require Import List Arith Lia.
From CoreECS Require Export Order.
Import ListNotations.

Section Influence.
Context `{Language}.
Notation update := (@update (E * I) V).

(** [influence/attach], [influence/detach], [influence/compose], [influence/new], [influence/nil]: infl(m), a finite
    set. The locations of a fresh entity are not in the influence of its nu (D11); Parametric.v says why this is the
    intersection over all fresh entities. *)
Definition not_of (x : E) (l : E * I) := if E_dec (fst l) x then false else true.
Fixpoint infl (phi : nat -> E) n m : list (E * I) := match m with
  | attach i e _ | detach i e => [(e, i)]
  | compose m m' => infl phi n m ++ infl phi (snd (perform phi n m)) m'
  | nu f => filter (not_of (phi n)) (infl phi (S n) (f (phi n)))
  | nil | undefined => []
  end.

Lemma not_of_spec x l : not_of x l = true <-> fst l <> x.
Proof. unfold not_of. destruct E_dec; split; congruence. Qed.

(** The state is unchanged outside of infl(m), but for entities that m creates. *)
Lemma perform_infl phi m : forall n l, wr (fst (perform phi n m)) l <> None ->
  In l (infl phi n m) \/ exists k, fst l = phi k.
Proof.
  unfold wr. induction m as [i e k|i e|m IH m' IH'|f IH| |]; cbn; intros n l W.
  - destruct (loc_dec l (e, i)) as [->|]; [auto|congruence].
  - destruct (loc_dec l (e, i)) as [->|]; [auto|congruence].
  - rewrite in_app_iff. destruct (perform phi n m) as [u k] eqn:P, (perform phi k m') as [u' k'] eqn:P'. cbn in *.
    rewrite last_app in W. destruct (last loc_dec u' l) eqn:Q.
    + destruct (IH' k l); auto. rewrite P'. cbn. congruence.
    + destruct (IH n l); auto. now rewrite P.
  - destruct (IH _ _ _ W) as [K|K]; auto. rewrite filter_In, not_of_spec. destruct (E_dec (fst l) (phi n)); eauto.
  - congruence.
  - congruence.
Qed.

(** Conversely, "necessarily affected": what is in infl(m) is written. *)
Lemma infl_perform phi m : forall n l, In l (infl phi n m) -> wr (fst (perform phi n m)) l <> None.
Proof.
  unfold wr. induction m as [i e k|i e|m IH m' IH'|f IH| |]; cbn; intros n l K.
  - destruct K as [<-|[]]. destruct (loc_dec (e, i) (e, i)); congruence.
  - destruct K as [<-|[]]. destruct (loc_dec (e, i) (e, i)); congruence.
  - destruct (perform phi n m) as [u k] eqn:P, (perform phi k m') as [u' k'] eqn:P'. cbn in *. rewrite last_app.
    apply in_app_or in K as [K|K].
    + apply IH in K. rewrite P in K. cbn in K. destruct (last loc_dec u' l); congruence.
    + apply IH' in K. rewrite P' in K. cbn in K. destruct (last loc_dec u' l); congruence.
  - apply filter_In in K as [K _]. auto.
  - destruct K.
  - destruct K.
Qed.

(** [influence/conc], [influence/seq], [influence/par], [influence/then]: infl_c(z) *)
Definition infl_of s lf (r : list E * W) := infl (fresh lf (fst r)) 0 (body s (fst r) (snd r)).
Fixpoint infl_at (c : state) z lf : list (E * I) := match z with
  | conc s => flat_map (infl_of s lf) (query s c)
  | seq s => flat_map (infl_of s lf) (rolled s lf c)
  | par z z' => infl_at c z lf ++ infl_at c z' (lf + leaves z)
  | andthen z z' => infl_at c z lf ++ infl_at (advance c z lf) z' (lf + leaves z)
  end.

Lemma infl_same z : forall c c' lf, c == c' -> infl_at c z lf = infl_at c' z lf.
Proof.
  induction z as [s|s|z IH z' IH'|z IH z' IH']; cbn; intros c c' lf Q.
  - now rewrite (query_same s _ _ Q).
  - unfold rolled. now rewrite (query_same s _ _ Q), (roll_same s lf _ _ _ Q).
  - now rewrite (IH _ _ _ Q), (IH' _ _ _ Q).
  - rewrite (IH _ _ _ Q). f_equal. apply IH'. unfold advance. rewrite (produce_same _ _ _ _ Q). now rewrite Q.
Qed.

Definition created a e := exists n, e = fresh (leaf a) (ents a) n.

Lemma writes_infl s lf r l : wr (upd (invoke s lf r)) l <> None ->
  In l (infl_of s lf r) \/ created (invoke s lf r) (fst l).
Proof. apply perform_infl. Qed.

Lemma po_infl z : forall c lf a l, In a (elems (po c z lf)) -> wr (upd a) l <> None ->
  In l (infl_at c z lf) \/ created a (fst l).
Proof.
  induction z as [s|s|z IH z' IH'|z IH z' IH']; cbn; intros c lf a l;
    rewrite ?elems_pars, ?elems_thens, ?in_app_iff, ?in_map_iff, ?in_flat_map.
  - intros (r & <- & Q) K. apply writes_infl in K as [K|K]; eauto.
  - intros (r & <- & Q) K. apply writes_infl in K as [K|K]; eauto.
  - intros [Q|Q] K; [destruct (IH _ _ _ _ Q K)|destruct (IH' _ _ _ _ Q K)]; auto.
  - intros [Q|Q] K; [destruct (IH _ _ _ _ Q K)|destruct (IH' _ _ _ _ Q K)]; auto.
Qed.

(** The reading that Lemma 4.6 needs: no invocation writes to an entity that a concurrent one creates.
  Known.v says which
    systems have it; Deviations.v shows that the lemma is false without it. *)
Definition private t := forall a b l, In a (elems t) -> In b (elems t) -> concurrent t a b ->
  wr (upd b) l <> None -> ~ created a (fst l).

Lemma created_key a b e : created a e -> created b e -> key a = key b.
Proof. intros (n & ->) (n' & Q). apply fresh_inj in Q as [? ?]. unfold key. congruence. Qed.

(** [influence/disjoint]: Lemma 4.6 *)
Lemma lemma_4_6 t a b (ia ib : list (E * I)) : private t -> In a (elems t) -> In b (elems t) -> concurrent t a b ->
  (forall l, wr (upd a) l <> None -> In l ia \/ created a (fst l)) ->
  (forall l, wr (upd b) l <> None -> In l ib \/ created b (fst l)) ->
  (forall l, In l ia -> In l ib -> False) -> commute loc_dec (upd a) (upd b).
Proof.
  intros P Ha Hb C Ia Ib D. apply disjoint_commute. intros l La Lb.
  destruct (Ia l La) as [K|K].
  - destruct (Ib l Lb) as [K'|K']; eauto. destruct C. eapply (P b a l); eauto. now split.
  - eapply (P a b l); eauto.
Qed.

End Influence.
