import type { Pace } from '@kushi/contract/subscription'
import { formatDateWithWeekday, formatShortDateWithWeekday } from '@kushi/values/date-format'
import { DETAILED_PACE_ANSWERS, PACE_ANSWER_NAME, type PaceAnswer } from '@kushi/values/pace'
import { formatYen } from '@kushi/values/yen'
import { Button } from '../../../ui/button.tsx'
import { Changes } from '../parts/changes.tsx'

type Proposal = Pace['proposals'][number]

interface PaceCardProps {
  pace: Pace
  isPending: boolean
  /** `product_sku_id`: the good of which it is said. */
  onAnswer: (answer: PaceAnswer, product_sku_id: number) => void
  /** Asks for the proposals without an answer. */
  onAsk?: (() => void) | undefined
  onAccept: (proposal: Proposal) => void
  onUndo: () => void
}

/** お手元の残りは？ The forecast, the answers, what would fit, and what was taken. Nothing changes without a press. */
export function PaceCard({ pace, isPending, onAnswer, onAsk, onAccept, onUndo }: PaceCardProps) {
  const { proposals, taken_proposal: taken, is_off, others } = pace
  const items = [pace, ...others]
  const isAnswered = items.some(({ rest_answer }) => rest_answer !== null)
  return (
    <div className="grid gap-4">
      {taken && items.map((item) => <ItemText key={item.product_sku_id} {...item} />)}
      {taken ? (
        <div role="status" className="grid gap-2 rounded-base bg-leaf-tint p-4 text-sm">
          <p>
            {taken.label}ように変更しました。次回のお届け: {formatDateWithWeekday(pace.delivery_date)}
          </p>
          {taken.undo_until && (
            <div className="flex flex-wrap items-center gap-3">
              <Button look="secondary" pending={isPending} onClick={onUndo}>
                元に戻す
              </Button>
              <span className="text-muted">{formatShortDateWithWeekday(taken.undo_until)}まで戻せます</span>
            </div>
          )}
        </div>
      ) : (
        <>
          {items.map((item) => (
            <Question
              key={item.product_sku_id}
              item={item}
              isPending={isPending}
              onAnswer={(answer) => onAnswer(answer, item.product_sku_id)}
            />
          ))}
          {onAsk && is_off && proposals.length === 0 && !isAnswered && (
            <div>
              <Button look="secondary" pending={isPending} onClick={onAsk}>
                合うお届け方を見る
              </Button>
            </div>
          )}
          {isAnswered && proposals.length === 0 && (
            <p role="status" className="text-sm">
              お返事ありがとうございます。見込みに反映しました。お届けはそのままです。
            </p>
          )}
          {proposals.length > 0 && (
            <ul aria-label="ご提案" className="grid gap-3">
              {proposals.map((one) => (
                <ProposalRow key={one.pace_kind} proposal={one} isPending={isPending} onTake={() => onAccept(one)} />
              ))}
            </ul>
          )}
        </>
      )}
    </div>
  )
}

type PaceItem = Pick<Pace, 'product_sku_id' | 'item_name' | 'text' | 'rest_answer'>

const ItemText = ({ item_name, text }: Pick<PaceItem, 'item_name' | 'text'>) => (
  <p className="text-sm">
    <span className="font-medium">{item_name}</span>
    {text && <span className="block text-muted">{text}</span>}
  </p>
)

interface QuestionProps {
  item: PaceItem
  isPending: boolean
  onAnswer: (answer: PaceAnswer) => void
}

/** お手元の残りは？ of one good, with its forecast. */
const Question = ({ item, isPending, onAnswer }: QuestionProps) => (
  <div className="grid gap-2">
    <ItemText {...item} />
    <fieldset>
      <legend className="mb-2 text-sm font-medium">
        お手元の残りは？<span className="sr-only">({item.item_name})</span>
      </legend>
      <div className="flex flex-wrap gap-2">
        {DETAILED_PACE_ANSWERS.map((one) => (
          <button
            key={one}
            type="button"
            disabled={isPending}
            aria-pressed={item.rest_answer === one}
            className="flex min-h-tap items-center rounded-base border border-line bg-surface px-3 text-sm aria-pressed:border-ink aria-pressed:ring-1 aria-pressed:ring-ink"
            onClick={() => onAnswer(one)}
          >
            {PACE_ANSWER_NAME[one]}
          </button>
        ))}
      </div>
    </fieldset>
  </div>
)

/** The date, the charge and what stays, before the press. */
const ProposalRow = ({
  proposal: { label, changes, delivery_date, charge_date, payment_total, stays },
  isPending,
  onTake,
}: {
  proposal: Proposal
  isPending: boolean
  onTake: () => void
}) => (
  <li className="grid gap-2 rounded-base border border-line bg-surface p-4 text-sm">
    <p className="font-medium">{label}</p>
    <Changes changes={changes} />
    <p>
      次回のお届け {formatDateWithWeekday(delivery_date)}、お支払い {formatYen(payment_total)}(税込)
      {charge_date && `、ご請求 ${formatShortDateWithWeekday(charge_date)}`}
    </p>
    <ul className="text-muted">
      {stays.map((one) => (
        <li key={one}>{one}</li>
      ))}
    </ul>
    <div>
      <Button look="secondary" pending={isPending} onClick={onTake}>
        このとおりに変更する
      </Button>
    </div>
  </li>
)
