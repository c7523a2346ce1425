(** The paper's running example by computation: Figures 3, 7, 11, 13 and 14, Listings 2 and 3. *)
From Coq Require Import List ZArith Bool.
From CoreECS Require Export Parametric Count.
Import ListNotations.

Notation Num z := (Atom (AInt z)).
Notation "m ;; m'" := (compose m m') (at level 60, right associativity).

Definition Pos := 0. Definition Vel := 1.
Definition inertia := {| q_ := [both (incl Pos) (incl Vel)]; where_ := everywhere; f_ := fun es w => match es, w with
  | [e], [Some (Num p); Some (Num v)] => attach Pos e (Num (p + v))
  | _, _ => nil end |}.
Definition collide := {| q_ := [both (incl Pos) (incl Vel); both (incl Pos) (excl Vel)]; where_ := everywhere;
  f_ := fun es w => match es, w with
  | [j; h], [Some (Num pj); Some (Num vj); Some (Num ph); None] =>
      if Z.eqb pj ph then detach Pos j;; detach Vel j;; attach Vel h (Num (Z.quot vj 2));;
        nu (fun l => attach Pos l (Num pj);; attach Vel l (Num (Z.quot vj (-2))))
      else nil
  | _, _ => nil end |}.
Definition toy := andthen (conc inertia) (seq collide).
Definition e n := Init n.
Definition c0 : state := [((e 0, Pos), Some (Num 1)); ((e 0, Vel), Some (Num 6)); ((e 1, Pos), Some (Num 7));
  ((e 2, Pos), Some (Num 9)); ((e 2, Vel), Some (Num (-2)))].

Fixpoint frames n (c : state) z lf := match n with 0 => [c] | S n =>
  c :: frames n (advance c z lf) z (lf + leaves z) end.
Definition show (c : state) labels := map (fun i => flat_map (fun e => match get c (e, i) with Some k =>
  [(e, k)] | None => [] end) (live c)) labels.

Definition e3 := Created 1 [e 0; e 1] 0.
Example listing_3 : map (fun c => show c [Pos; Vel]) (frames 2 c0 toy 0) = [
  [[(e 0, Num 1); (e 1, Num 7); (e 2, Num 9)]; [(e 0, Num 6); (e 2, Num (-2))]];
  [[(e 1, Num 7); (e 2, Num 7); (e3, Num 7)]; [(e 1, Num 3); (e 2, Num (-2)); (e3, Num (-3))]];
  [[(e 1, Num 10); (e 2, Num 5); (e3, Num 4)]; [(e 1, Num 3); (e 2, Num (-2)); (e3, Num (-3))]]]%Z.
Proof. vm_compute. reflexivity. Qed.

(** Figure 14b: conc(collide) does both, and the later write stays. *)
Example figure_14b : length (elems (po c0 (andthen (conc inertia) (conc collide)) 0)) = 4.
Proof. vm_compute. reflexivity. Qed.

(** The system forges no entities (Known.v), so Theorem 4.7 applies to it at every state without future entities. *)
Lemma collide_honest : honest (fun _ => False) collide.
Proof.
  intros X es [w|] _ Hes Hw; [|exact Logic.I]. cbn. destruct es as [|j [|h [|]]]; cbn; auto.
  inversion Hes as [|? ? Hj H']; subst. inversion H' as [|? ? Hh _]; subst.
  repeat match goal with |- context [match ?x with _ => _ end] => destruct x; cbn; auto end.
  repeat split; auto; try (intros ? []).
Qed.

Definition v_dec : forall a b : @V names, {a = b} + {a <> b} := val_dec.

Ltac verdict := lazymatch goal with
  | |- ~ safe_at _ _ _ => rewrite <- (safe_atb_spec v_dec); vm_compute; discriminate
  | |- ~ deterministic_at _ _ _ => rewrite <- (deterministic_atb_spec v_dec); vm_compute; discriminate
  | |- ~ confluent _ _ _ => rewrite <- (confluentb_spec v_dec); vm_compute; discriminate
  | |- ~ confluent_d10 _ _ _ => rewrite <- confluent_d10_decided; vm_compute; discriminate
  | |- ~ deterministic_d10 _ _ _ => rewrite <- deterministic_d10_decided; vm_compute; discriminate
  | |- safe_by_rule _ _ _ => apply safe_by_rule_decided; vm_compute; reflexivity
  | |- safe_at _ _ _ => apply (safe_atb_spec v_dec); vm_compute; reflexivity
  | |- deterministic_at _ _ _ => apply (deterministic_atb_spec v_dec); vm_compute; reflexivity
  | |- confluent _ _ _ => apply (confluentb_spec v_dec); vm_compute; reflexivity
  | |- deterministic_d10 _ _ _ => apply deterministic_d10_decided; vm_compute; reflexivity
  | |- confluent_d10 _ _ _ => apply confluent_d10_decided; vm_compute; reflexivity
  end.

Example toy_is_safe : safe_by_rule c0 toy 0 /\ safe_at c0 toy 0 /\ confluent c0 toy 0.
Proof. repeat split; verdict. Qed.
