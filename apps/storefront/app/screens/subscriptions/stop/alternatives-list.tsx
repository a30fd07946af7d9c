import type { CancelOffer } from '@kushi/values/cancel-offer'
import { formatShortDateWithWeekday } from '@kushi/values/date-format'
import { formatYen } from '@kushi/values/yen'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { quietApi } from '../../../api.ts'
import { useAnswer } from '../../../state/use-answer.ts'
import { type Change, doneOutcome, type ManagedSubscription } from '../manage/use-change.ts'
import { skippedText } from '../skip/skip-dialog.tsx'
import { type Alternative, fewerPieces, longerInterval, otherScents, smallerSize } from './alternatives.ts'
import { saveInsteadOfCancel } from './instead-of.ts'

interface AlternativesOf {
  subscription: ManagedSubscription['subscription']
  change: Change
  /** The chosen 解約の理由 and what the shop offers beside it; none chosen: 0. */
  reason: number
  offers: readonly CancelOffer[]
  customer_id: number
  onDone: () => void
}

interface ShownAlternative {
  offer: CancelOffer
  choice: ReactNode
}

/** Maximum number of alternatives. More would be too much to read. */
const MAX_ALTERNATIVES = 3

/** Alternatives for the reason, as far as they are possible. A click runs one at once. */
export function useAlternatives(props: AlternativesOf): ShownAlternative[] {
  const { subscription, change, reason, offers, customer_id, onDone } = props
  const { id, version, can, next_delivery_date, next_next_delivery_date } = subscription
  const products = useProducts(subscription, offers)
  const promotion = usePromotion(props)
  const paceProposal = usePaceProposal(props)
  const params = { id }
  const close = (isDone: boolean) => {
    if (isDone) onDone()
  }
  const insteadOfCancel = (taken: CancelOffer) => ({ reason, offered: offeredOf(shown), taken })
  const bodyOf = (taken: CancelOffer) => ({ version, instead_of: insteadOfCancel(taken) })
  const skip = () => quietApi('PATCH /v1/order/subscription/{id}/skip', { params, body: bodyOf('skip') })
  const pause = () => quietApi('PATCH /v1/order/subscription/update/{id}/pause', { params, body: bodyOf('pause') })
  const update = (one: Alternative, taken: CancelOffer) =>
    quietApi('PUT /v1/order/subscription/update/{id}', { params, body: { ...one.update, ...bodyOf(taken) } })
  const acceptPromotion = ({ promotion_id, text: shown_text }: OfferedPromotion) =>
    quietApi('PATCH /v1/order/subscription/{id}/promotion', {
      params,
      body: { promotion_id, shown_text, version, instead_of: insteadOfCancel('promotion') },
    })
  const adjustPace = ({ pace_kind, payment_total: shown_payment_total }: FittingProposal) =>
    quietApi('PATCH /v1/order/subscription/{id}/pace', {
      params,
      body: { pace_kind, version, shown_payment_total, instead_of: insteadOfCancel('pace') },
    })
  const updateChoice = (taken: CancelOffer, one: Alternative | null) =>
    one && (
      <Choice
        key={one.label}
        label={one.label}
        text={one.text}
        onPress={() =>
          void change
            .run(
              () => update(one, taken),
              () => doneOutcome(one.doneText),
            )
            .then(close)
        }
      />
    )
  const edit = (taken: CancelOffer, part: string, label: string) => (
    <EditLink
      key={part}
      to={`/mypage/subscriptions/${id}/edit#${part}`}
      label={label}
      text="次の画面で選べます"
      onPress={() => {
        onDone()
        saveInsteadOfCancel({ id, customer_id }, insteadOfCancel(taken))
      }}
    />
  )
  const nodes: Record<CancelOffer, () => ReactNode> = {
    pace: () =>
      paceProposal.slice(0, 1).map((proposal) => (
        <Choice
          key="pace"
          label={proposal.label}
          text={`${proposal.text} ${proposal.changes.map(({ label, before, after }) => `${label} ${before} → ${after}`).join('、')}。お支払い ${formatYen(proposal.payment_total)}(税込)。${proposal.stays.join('。')}。`}
          isTerms
          onPress={() =>
            void change
              .run(
                () => adjustPace(proposal),
                () => doneOutcome(`${proposal.label}ように変更しました。`),
              )
              .then(close)
          }
        />
      )),
    skip: () =>
      can.skip && (
        <Choice
          key="skip"
          label="次回だけお休みする"
          text={`${formatShortDateWithWeekday(next_delivery_date)} → ${formatShortDateWithWeekday(next_next_delivery_date)}`}
          onPress={() => void change.run(skip, (after) => doneOutcome(skippedText(subscription, after))).then(close)}
        />
      ),
    pause: () =>
      can.pause && (
        <Choice
          key="pause"
          label="しばらく休止する"
          text="再開されるまで、お届けもお支払いもありません"
          onPress={() =>
            void change
              .run(pause, () => doneOutcome('定期便を休止しました。再開されるまで、お届けもお支払いもありません。'))
              .then(close)
          }
        />
      ),
    longer: () => updateChoice('longer', longerInterval(subscription)),
    fewer: () => updateChoice('fewer', fewerPieces(subscription)),
    smaller: () => updateChoice('smaller', smallerSize(subscription, products)),
    scent: () => otherScents(subscription, products).map((one) => updateChoice('scent', one)),
    dates: () => can.update && edit('dates', 'dates', 'お届け日を選び直す'),
    exchange: () => can.change_items && edit('exchange', 'items', 'ほかの商品に替える'),
    promotion: () =>
      promotion && (
        <Choice
          key="promotion"
          label="特典を付けて続ける"
          text={promotion.text}
          isTerms
          onPress={() =>
            void change
              .run(
                () => acceptPromotion(promotion),
                () => doneOutcome(`特典を付けました。${promotion.text}`),
              )
              .then(close)
          }
        />
      ),
  }
  const shown: ShownAlternative[] = offers
    .flatMap((offer) => [nodes[offer]() || []].flat().map((choice) => ({ offer, choice })))
    .slice(0, MAX_ALTERNATIVES)
  return shown
}

/** What was offered, each once. */
export const offeredOf = (all: readonly ShownAlternative[]) => [...new Set(all.map(({ offer }) => offer))]

/** They stand below the form: nobody needs to read them to cancel. */
export function AlternativesList({ all }: { all: readonly ShownAlternative[] }) {
  if (all.length === 0) return null
  return (
    <section aria-label="解約のほかの方法" className="grid gap-2">
      <p className="text-muted">続けながら、調整することもできます。</p>
      <ul className="divide-y divide-line border-y border-line">{all.map(({ choice }) => choice)}</ul>
    </section>
  )
}

/** Loads the products of the items, only if an alternative needs them. */
function useProducts(
  { subscription_order_item: items }: ManagedSubscription['subscription'],
  offers: readonly CancelOffer[],
) {
  const ids = [...new Set(items.map(({ product_id }) => product_id))]
  const isNeeded = offers.some((offer) => offer === 'smaller' || offer === 'scent')
  const { data } = useAnswer(isNeeded ? `choices.${ids}` : null, (signal) =>
    Promise.all(
      // A product that is no longer sold has no page, so it has no alternatives.
      ids.map((id) => quietApi('GET /v1/product/detail/{id}', { params: { id } }, { signal }).catch(() => null)),
    ),
  )
  return data?.filter((one) => one !== null) ?? []
}

type OfferedPromotion = NonNullable<ReturnType<typeof usePromotion>>

/** The promotion beside the reason, as the server offers it to this subscription; asked again when a press was refused. */
function usePromotion({ subscription: { id, version, can }, reason, offers, change }: AlternativesOf) {
  const isNeeded = can.update && offers.includes('promotion')
  const key = isNeeded ? `${id} ${version} ${reason} ${change.refusal?.error}` : null
  const { data } = useAnswer(key, async (signal) => {
    const request = { params: { id }, query: { reason } }
    return { key, ...(await quietApi('GET /v1/order/subscription/{id}/cancel-offer', request, { signal })) }
  })
  // The answer before, while this one loads, may be over.
  return data && data.key === key ? data.promotion : null
}

type FittingProposal = ReturnType<typeof usePaceProposal>[number]

/** What fits what is left at home, as the server reckons it; empty: nothing, or it is not known. */
function usePaceProposal({ subscription: { id, version, can }, offers, change }: AlternativesOf) {
  const isNeeded = can.answer_rest && offers.includes('pace')
  const { data } = useAnswer(isNeeded ? `${id} ${version} ${change.refusal?.error}` : null, (signal) =>
    quietApi(
      'POST /v1/order/subscription/{id}/pace/answer',
      { params: { id }, body: { is_leaving: true } },
      { signal },
    ),
  )
  const pace = data?.pace
  return pace?.version === version ? pace.proposals : []
}

const look = 'group flex min-h-tap w-full flex-wrap items-baseline justify-between gap-x-4 py-2 text-left'
interface TextsProps {
  label: string
  text: string
  /** The text is what is agreed to by the press. */
  isTerms?: boolean
}

const Words = ({ label, text, isTerms = false }: TextsProps) => (
  <>
    <span className="font-medium text-leaf group-hover:underline">{label}</span>
    <span className={isTerms ? 'w-full' : 'text-xs text-muted'}>{text}</span>
  </>
)

const Choice = ({ onPress, ...texts }: TextsProps & { onPress: () => void }) => (
  <li>
    <button type="button" onClick={onPress} className={look}>
      <Words {...texts} />
      <span className="w-full text-xs text-muted">押すとすぐに変更されます</span>
    </button>
  </li>
)

const EditLink = ({ to, label, text, onPress }: { to: string; label: string; text: string; onPress: () => void }) => (
  <li>
    <Link to={to} className={look} onClick={onPress}>
      <Words label={label} text={text} />
    </Link>
  </li>
)
