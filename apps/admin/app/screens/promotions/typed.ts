import type { PromotionChange, PromotionEdit, PromotionInput } from '@kushi/contract/admin/promotion'
import { PROMOTION_KINDS, type PromotionEffect, promotionKindOf } from '@kushi/values/promotion/kinds'
import { inputFromMoment, momentFromInput } from '../schedule/moment.ts'

/** The form's values: one field for each figure, and goods as rows. */
interface Terms
  extends Omit<PromotionInput, 'starts_at' | 'ends_at' | 'effect' | 'product_ids' | 'stack_group' | 'min_amount'> {
  effect: { kind: PromotionEffect['kind'] } & Record<string, number | string | null>
  product_ids: { product_id: number | null }[]
  stack_group: string
  min_amount: number | null
}

/** Those of a promotion, with its times as Japan reads them. */
export interface Values extends Terms {
  starts_at: string
  ends_at: string
}

/** Those of a 予定. */
export interface ChangeValues extends Terms {
  status: PromotionChange['status']
}

const emptyFigures = Object.fromEntries(
  PROMOTION_KINDS.flatMap(({ fields }) => Object.keys(fields).map((name) => [name, null])),
)

export const newPromotionValues = (today: string): Values => ({
  promotion_name: '',
  trigger: 'code',
  member_scope: 'anybody',
  audience: 'everybody',
  again_after_months: null,
  starts_at: `${today}T00:00`,
  ends_at: '',
  effect: { kind: 'percent', ...emptyFigures },
  product_ids: [],
  cart_type: null,
  min_amount: null,
  from_cycle: 1,
  to_cycle: 1,
  stack_group: '割引',
  max_uses: null,
  budget_yen: null,
})

export const promotionFormValues = (one: PromotionEdit): Values => ({
  ...termsOf(one),
  starts_at: inputFromMoment(one.starts_at),
  ends_at: one.ends_at === null ? '' : inputFromMoment(one.ends_at),
})

/** A 予定 begins with what is: who plans for a draft wants it to be 公開. */
export const plannedPromotionValues = (one: PromotionEdit): ChangeValues => ({ ...termsOf(one), status: 'active' })

const termsOf = (one: PromotionEdit): Terms => ({
  promotion_name: one.promotion_name,
  trigger: one.trigger,
  member_scope: one.member_scope,
  audience: one.audience,
  again_after_months: one.again_after_months,
  effect: { ...emptyFigures, ...one.effect },
  product_ids: one.product_ids.map((product_id) => ({ product_id })),
  cart_type: one.cart_type,
  min_amount: one.min_amount === 0 ? null : one.min_amount,
  from_cycle: one.from_cycle,
  to_cycle: one.to_cycle,
  stack_group: one.stack_group ?? '',
  max_uses: one.max_uses,
  budget_yen: one.budget_yen,
})

/** The body of the call. The server refuses figures that are missing, beside their field. */
export const bodyOf = (typed: Values): PromotionInput => ({
  ...bodyOfTerms(typed),
  starts_at: momentFromInput(typed.starts_at) ?? '',
  ends_at: momentFromInput(typed.ends_at),
})

export const bodyOfChange = (typed: ChangeValues): PromotionChange => ({ ...bodyOfTerms(typed), status: typed.status })

const bodyOfTerms = (typed: Terms): Omit<PromotionInput, 'starts_at' | 'ends_at'> => ({
  ...typed,
  again_after_months: typed.audience === 'again' ? typed.again_after_months : null,
  effect: effectInput(typed.effect),
  product_ids: typed.product_ids.flatMap(({ product_id }) => product_id ?? []),
  stack_group: typed.stack_group.trim() || null,
  min_amount: typed.min_amount ?? 0,
  // A running 定期便 has it from its next delivery on.
  ...(typed.trigger === 'cancel_offer' && { cart_type: 1 as const, from_cycle: 1 }),
})

/** The figures of its kind. */
const effectInput = ({ kind, ...typed }: Values['effect']): PromotionInput['effect'] => {
  const { fields } = promotionKindOf(kind)
  return {
    kind,
    ...Object.fromEntries(Object.keys(fields).map((name) => [name, typed[name]])),
  } as PromotionInput['effect']
}
