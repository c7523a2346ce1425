(** The number of linearizations of a series-parallel order, without enumeration. *)
From Coq Require Import List NArith Lia.
From CoreECS Require Export Decide.
Import ListNotations.
Local Open Scope N_scope.

(** The ways to interleave n with m elements, a column of Pascal's triangle at a time *)
Fixpoint ways (n : nat) : nat -> N := fix go m := match n, m with
  | O, _ | _, O => 1
  | S n', S m' => ways n' m + go m'
  end.
Fixpoint sums (acc : N) l := match l with [] => [] | a :: l => (acc + a) :: sums (acc + a) l end.
Fixpoint column (n m : nat) : list N := match n with O => repeat 1 (S m) | S n => sums 0 (column n m) end.

(** [order/count] *)
Fixpoint count {A} (t : sp A) : N := match t with
  | Empty | Leaf _ => 1
  | Par x y => nth (length (elems y)) (column (length (elems x)) (length (elems y))) 0 * count x * count y
  | Then x y => count x * count y
  end.

Lemma ways_0 m : ways 0 m = 1.
Proof. now destruct m. Qed.
Lemma ways_S n m : ways (S n) (S m) = ways n (S m) + ways (S n) m.
Proof. reflexivity. Qed.

Lemma column_length n m : length (column n m) = S m.
Proof.
  induction n as [|n IH]; cbn [column]; [apply repeat_length|]. rewrite <- IH. generalize (column n m) 0.
  intros l. induction l as [|a l IHl]; cbn; auto.
Qed.
Lemma sums_nth l : forall acc j, (j < length l)%nat ->
  nth j (sums acc l) 0 = (match j with O => acc | S i => nth i (sums acc l) 0 end) + nth j l 0.
Proof.
  induction l as [|a l IH]; cbn [length]; intros acc j L; [lia|]. destruct j as [|j]; [reflexivity|].
  cbn [sums nth]. rewrite IH by lia. now destruct j.
Qed.
Lemma repeat_nth (a : N) n : forall j, (j < n)%nat -> nth j (repeat a n) 0 = a.
Proof. induction n as [|n IH]; intros [|j] L; cbn [repeat nth]; auto; [lia|lia|apply IH; lia]. Qed.
Lemma column_spec n m : forall j, (j <= m)%nat -> nth j (column n m) 0 = ways n j.
Proof.
  induction n as [|n IH]; intros j L.
  - rewrite ways_0. cbn [column]. apply repeat_nth. lia.
  - cbn [column]. induction j as [|j IHj]; rewrite sums_nth by (rewrite column_length; lia).
    + rewrite IH by lia. destruct n; reflexivity.
    + rewrite IHj, IH by lia. rewrite ways_S. lia.
Qed.

Lemma shuffles_length {A} (x : list A) : forall y, N.of_nat (length (shuffles x y)) = ways (length x) (length y).
Proof.
  induction x as [|a x IH]; intros y; [cbn; now rewrite ways_0|]. induction y as [|b y IHy]; [reflexivity|].
  change (shuffles (a :: x) (b :: y)) with (map (cons a) (shuffles x (b :: y)) ++ map (cons b) (shuffles (a :: x) y)).
  rewrite app_length, !map_length, Nat2N.inj_add, IH, IHy. cbn [length]. now rewrite ways_S.
Qed.
Lemma flat_map_length {A B} (f : A -> list B) l k : (forall a, In a l -> N.of_nat (length (f a)) = k) ->
  N.of_nat (length (flat_map f l)) = N.of_nat (length l) * k.
Proof.
  induction l as [|a l IH]; cbn [flat_map length]; intros Q; [lia|].
  rewrite app_length, Nat2N.inj_add, IH, Q; [lia|now left|]. intros; apply Q; now right.
Qed.
Lemma lins_size {A} (t : sp A) l : In l (lins t) -> length l = length (elems t).
Proof.
  intros M. apply lins_spec in M. induction M as [|a|x y l l' k ? IH ? IH' S|x y l l' ? IH ? IH']; cbn; auto.
  - rewrite app_length, <- IH, <- IH', <- app_length. apply Permutation.Permutation_length. now apply shuffle_perm.
  - now rewrite !app_length, IH, IH'.
Qed.

Theorem count_spec {A} (t : sp A) : count t = N.of_nat (length (lins t)).
Proof.
  induction t as [|a|x IHx y IHy|x IHx y IHy]; auto; cbn [count lins].
  - rewrite column_spec, IHx, IHy by auto.
    rewrite (flat_map_length _ _ (N.of_nat (length (lins y)) * ways (length (elems x)) (length (elems y)))); [lia|].
    intros l M. rewrite (flat_map_length _ _ (ways (length (elems x)) (length (elems y)))); [lia|]. intros l' M'.
    now rewrite shuffles_length, (lins_size _ _ M), (lins_size _ _ M').
  - rewrite IHx, IHy, (flat_map_length _ _ (N.of_nat (length (lins y)))); [lia|]. intros l M. now rewrite map_length.
Qed.
