import type { PriceOffer } from '@kushi/contract/subscription'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import { formatYen } from '@kushi/values/yen'
import { useActing } from '../../../state/acting.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'

interface OfferCardProps {
  offer: PriceOffer
  isPending: boolean
  onAnswer: (is_agreed: boolean) => void
}

/** 価格変更のお伺い: the change, the effect without consent, and the two answers. */
export function OfferCard({ offer, isPending, onAnswer }: OfferCardProps) {
  const { is_fees, item_name, quantity, old_price, new_price, from_date, can_answer, state, effect } = offer
  const acting = useActing()
  return (
    <div className="grid gap-5 rounded-base border border-line bg-surface p-4 md:p-6">
      <p className="font-medium">{item_name}</p>
      <Rows>
        {!is_fees && (
          <>
            <Row label="いまの価格(税込)">{formatYen(old_price)}</Row>
            <Row label="新しい価格(税込)" strong>
              {formatYen(new_price)}
            </Row>
            <Row label="数量">{quantity}</Row>
            <Row label="1回のお届けの商品代金(税込)">
              {formatYen(old_price * quantity)} → {formatYen(new_price * quantity)}
            </Row>
          </>
        )}
        {effect?.fees.map(({ label, before, after }) => (
          <Row key={label} label={`${label}(税込)`}>
            {formatYen(before)} → {formatYen(after)}
          </Row>
        ))}
        {is_fees && !effect && (
          <Row label="1回のお支払い合計(税込)" strong>
            {formatYen(old_price)} → {formatYen(new_price)}
          </Row>
        )}
        {effect && (
          <Row label="1回のお支払い合計(送料・手数料・割引を含む)" strong>
            {formatYen(effect.total_before)} → {formatYen(effect.total_after)}
          </Row>
        )}
        <Row label="いつから">{formatDateWithWeekday(from_date)}以降のお届け</Row>
        {effect && (
          <Row label={`${is_fees ? '新しい送料・手数料' : '新しい価格'}の最初のお届け`}>
            {formatDateWithWeekday(effect.delivery_date)}
          </Row>
        )}
        {effect && <Row label="変更・お休み・解約の締切">{formatDateWithWeekday(effect.change_deadline)}まで</Row>}
      </Rows>
      <OfferState offer={offer} />
      {can_answer && acting && <p className="text-sm">お返事は、ご本人だけができます。</p>}
      {can_answer && !acting && (
        <div className="grid gap-3">
          <Button wide pending={isPending} onClick={() => onAnswer(true)}>
            {is_fees ? '新しい送料・手数料に同意する' : '新しい価格に同意する'}
          </Button>
          {state === 'asked' && (
            <Button wide look="secondary" pending={isPending} onClick={() => onAnswer(false)}>
              同意しない
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

function OfferState({
  offer: { state, answer_by, without_answer, from_date, old_price, can_answer, is_fees },
}: {
  offer: PriceOffer
}) {
  const deadlineText = formatDateWithWeekday(answer_by)
  const kept = is_fees ? '送料・手数料' : '価格'
  const without =
    without_answer === 'keep'
      ? `これまでの${kept}${is_fees ? '' : `(${formatYen(old_price)})`}のままお届けします。`
      : '定期便を休止し、お届けもご請求もいたしません。マイページから再開いただけます。'
  if (state === 'agreed')
    return (
      <Notice tone="leaf" role="status">
        ご同意ありがとうございます。{formatDateWithWeekday(from_date)}より前のお届けは、これまでの{kept}です。
      </Notice>
    )
  if (!can_answer) return <Notice>お返事は、締め切ったか、必要がなくなりました。</Notice>
  if (state === 'refused')
    return (
      <Notice role="status">
        同意しないとのお返事をいただきました。{without}
        {deadlineText}までは、お返事を変えられます。
      </Notice>
    )
  return (
    <p className="text-sm">
      {deadlineText}までにお返事をお願いいたします。ご同意がない場合は、{without}
    </p>
  )
}
