import { formatShortWithWeekday } from '@kushi/values/date-format'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { quietApi } from '../../../api.ts'
import { useAnswer } from '../../../state/use-answer.ts'
import { type Change, done, type ManagedSubscription } from '../manage/use-change.ts'
import { skippedText } from '../skip/skip-dialog.tsx'
import { type Alternative, fewerPieces, longerInterval, otherScents, smallerSize } from './alternatives.ts'
import { type Offer, offersFor } from './offers.ts'

interface AlternativesListProps {
  subscription: ManagedSubscription['subscription']
  change: Change
  /** The chosen 解約の理由. */
  reason: string
  onDone: () => void
}

/** Maximum number of alternatives. More would be too much to read. */
const MOST = 3

/** Alternatives for the reason. A click runs one at once; the member need not read them to cancel. */
export function AlternativesList({ subscription, change, reason, onDone }: AlternativesListProps) {
  const { id, version, can, next_delivery_date, next_next_delivery_date } = subscription
  const offers = offersFor(reason)
  const products = useProducts(subscription, offers)
  const params = { id }
  const close = (isDone: boolean) => {
    if (isDone) onDone()
  }
  const skip = () => quietApi('PATCH /v1/order/subscription/{id}/skip', { params, body: { version } })
  const pause = () => quietApi('PATCH /v1/order/subscription/update/{id}/pause', { params, body: { version } })
  const update = (one: Alternative) =>
    quietApi('PUT /v1/order/subscription/update/{id}', { params, body: { ...one.update, version } })
  const swap = (one: Alternative | null) =>
    one && (
      <Choice
        key={one.label}
        label={one.label}
        text={one.text}
        onPress={() =>
          void change
            .run(
              () => update(one),
              () => done(one.done),
            )
            .then(close)
        }
      />
    )
  const edit = (part: string, label: string, text: string) => (
    <Way key={part} to={`/mypage/subscriptions/${id}/edit#${part}`} label={label} text={text} onPress={onDone} />
  )
  const shown: Record<Offer, () => ReactNode> = {
    skip: () =>
      can.skip && (
        <Choice
          key="skip"
          label="次回だけお休みする"
          text={`${formatShortWithWeekday(next_delivery_date)} → ${formatShortWithWeekday(next_next_delivery_date)}`}
          onPress={() => void change.run(skip, (after) => done(skippedText(subscription, after))).then(close)}
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
              .run(pause, () => done('定期便を休止しました。再開されるまで、お届けもお支払いもありません。'))
              .then(close)
          }
        />
      ),
    longer: () => swap(longerInterval(subscription)),
    fewer: () => swap(fewerPieces(subscription)),
    smaller: () => swap(smallerSize(subscription, products)),
    scent: () => otherScents(subscription, products).map(swap),
    dates: () => can.update && edit('dates', 'お届け日を選び直す', '次の画面で選べます'),
    exchange: () => can.change_items && edit('items', 'ほかの商品に替える', '次の画面で選べます'),
  }
  const choices = offers.flatMap((offer) => shown[offer]() || []).slice(0, MOST)
  if (choices.length === 0) return null
  return (
    <section aria-label="解約のほかの方法" className="grid gap-2">
      <p className="text-muted">続けながら、調整することもできます(押すとすぐに変更されます)。</p>
      <ul className="divide-y divide-line border-y border-line">{choices}</ul>
    </section>
  )
}

/** Loads the products of the items, only if an alternative needs them. */
function useProducts(
  { subscription_order_item: items }: ManagedSubscription['subscription'],
  offers: readonly Offer[],
) {
  const ids = [...new Set(items.map(({ product_id }) => product_id))]
  const isAsked = offers.some((offer) => offer === 'smaller' || offer === 'scent')
  const { data } = useAnswer(isAsked ? `choices.${ids}` : null, (signal) =>
    Promise.all(
      // A product that is no longer sold has no page, so it has no alternatives.
      ids.map((id) => quietApi('GET /v1/product/detail/{id}', { params: { id } }, { signal }).catch(() => null)),
    ),
  )
  return data?.filter((one) => one !== null) ?? []
}

const look = 'group flex min-h-tap w-full flex-wrap items-baseline justify-between gap-x-4 py-2 text-left'
const Words = ({ label, text }: { label: string; text: string }) => (
  <>
    <span className="font-medium text-leaf group-hover:underline">{label}</span>
    <span className="text-xs text-muted">{text}</span>
  </>
)

const Choice = ({ label, text, onPress }: { label: string; text: string; onPress: () => void }) => (
  <li>
    <button type="button" onClick={onPress} className={look}>
      <Words label={label} text={text} />
    </button>
  </li>
)

const Way = ({ to, label, text, onPress }: { to: string; label: string; text: string; onPress: () => void }) => (
  <li>
    <Link to={to} className={look} onClick={onPress}>
      <Words label={label} text={text} />
    </Link>
  </li>
)
