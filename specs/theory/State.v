(** States (section 3.1). A state is a list of writes, and it maps a location to what was last written there. *)
From Coq Require Import List Setoid Morphisms.
Import ListNotations.

Section State.
Context {L V : Type} (dec : forall a b : L, {a = b} + {a <> b}).

(** Writes, in their order: a location gets a value, or becomes undefined. *)
Definition update := list (L * option V).

(** The last write to a location, if there is one; it is a value, or undefined. *)
Fixpoint last (u : update) (l : L) : option (option V) := match u with
  | [] => None
  | (l', v) :: u' => match last u' l with Some w => Some w | None => if dec l l' then Some v else None end
  end.

(** [state/family]: c_i(e) *)
Definition at_ (c : update) l := match last c l with Some v => v | None => None end.

(** c = c': both map every location to the same. *)
Definition same c c' := forall l, at_ c l = at_ c' l.

Lemma last_app u u' l : last (u ++ u') l = match last u' l with Some w => Some w | None => last u l end.
Proof.
  induction u as [|[k v] u IH]; cbn; [now destruct (last u' l)|]. rewrite IH. now destruct (last u' l).
Qed.

Lemma last_in u l : last u l <> None <-> exists v, In (l, v) u.
Proof.
  induction u as [|[k v] u IH]; cbn; [firstorder|]. split.
  - destruct (last u l) eqn:E; intros H.
    + destruct IH as [IH _]. destruct IH as [w W]; [discriminate|]. eauto.
    + destruct (dec l k); [subst; eauto|congruence].
  - intros [w [H|H]].
    + injection H as -> ->. destruct (last u l); [discriminate|]. destruct (dec l l); congruence.
    + destruct IH as [_ IH]. destruct (last u l); [discriminate|]. exfalso. apply IH; eauto.
Qed.

Lemma at_app c u l : at_ (c ++ u) l = match last u l with Some w => w | None => at_ c l end.
Proof. unfold at_. rewrite last_app. now destruct (last u l). Qed.

Lemma last_one u l v : In (l, v) u -> (forall v', In (l, v') u -> v' = v) -> last u l = Some v.
Proof.
  intros M U. destruct (last u l) as [w|] eqn:Q; [|exfalso; apply (last_in u l); eauto].
  f_equal. apply U. clear -Q. induction u as [|[a b] u IH]; cbn in Q; [discriminate|].
  destruct (last u l) as [w'|]; [right; apply IH; congruence|].
  destruct (dec l a) as [->|]; [left; congruence|discriminate].
Qed.

Global Instance same_equivalence : Equivalence same.
Proof. split; repeat intro; auto. transitivity (at_ y l); auto. Qed.

End State.
