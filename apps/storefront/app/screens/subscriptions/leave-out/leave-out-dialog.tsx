import type { Subscription } from '@kushi/contract/subscription'
import { formatShortDateWithWeekday } from '@kushi/values/date-format'
import { wrapInQuoteMarks } from '@kushi/values/price'
import { itemName } from '@kushi/values/product'
import { formatYen } from '@kushi/values/yen'
import { quietApi } from '../../../api.ts'
import { useAnswer } from '../../../state/use-answer.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { ChangeDialog } from '../manage/change-dialog.tsx'
import { doneOutcome, type ManagedSubscription, useChange } from '../manage/use-change.ts'
import { scheduleOf } from '../parts/schedule.ts'

interface LeaveOutDialogProps extends ManagedSubscription {
  sku: number
  /** false: it is put back. */
  isOut: boolean
  onClose: () => void
}

/** The goods as they are, but for what is left out of the next delivery. */
const itemsWith = ({ subscription_order_item: items }: Subscription, sku: number, is_left_out: boolean) =>
  items.map(({ product_sku_id, quantity, is_one_time }) => ({
    product_sku_id,
    quantity,
    is_one_time,
    ...(product_sku_id === sku && { is_left_out }),
  }))

/** 今回だけ除く, and taking it back: the day, the charge and what stays, before the press. */
export function LeaveOutDialog({ sku, isOut, onClose, ...managed }: LeaveOutDialogProps) {
  const { subscription } = managed
  const { id, version, next_delivery_date, next_next_delivery_date, change_deadline, can } = subscription
  const change = useChange(managed)
  const params = { id }
  const items = itemsWith(subscription, sku, isOut)
  const { data, error } = useAnswer(`${id} ${version} ${change.refusal?.error}`, (signal) =>
    quietApi('POST /v1/order/subscription/{id}/preview', { params, body: { items } }, { signal }),
  )
  const item = subscription.subscription_order_item.find(({ product_sku_id }) => product_sku_id === sku)
  const name = item ? wrapInQuoteMarks(itemName(item)) : ''
  const day = formatShortDateWithWeekday(next_delivery_date)
  const after = data?.after
  const charge = after && scheduleOf(after)?.charge
  const press = () =>
    quietApi('PUT /v1/order/subscription/update/{id}', {
      params,
      body: { version, items, ...(after && { shown_payment_total: after.payment_total }) },
    })
  return (
    <ChangeDialog
      open
      onClose={onClose}
      title={isOut ? '今回だけ除く' : '次回のお届けに戻す'}
      subscription={subscription}
      change={change}
      isPossible={can.change_items && item !== undefined}
      isShown={after !== undefined}
      label={isOut ? '今回だけ除く' : '次回のお届けに戻す'}
      onConfirm={() =>
        void change
          .run(press, () =>
            doneOutcome(isOut ? `${day}のお届けから${name}を除きました。` : `${day}のお届けに${name}を戻しました。`),
          )
          .then((isDone) => isDone && onClose())
      }
    >
      <p className="text-base">
        {isOut
          ? `${day}は、${name}を除いてお届けします。その次の${formatShortDateWithWeekday(next_next_delivery_date)}からは、またお届けします。`
          : `${day}に、${name}もお届けします。`}
      </p>
      {error && (
        <Notice tone="danger" role="alert">
          {error.message}
        </Notice>
      )}
      {after && (
        <>
          <Rows>
            <Row label="いまの次回のお支払い">{formatYen(subscription.payment_total)}</Row>
            <Row label="変更後の次回のお支払い" strong>
              {formatYen(after.payment_total)}
              <span className="ml-1 text-xs font-normal text-muted">税込</span>
            </Row>
          </Rows>
          <ul className="list-disc pl-5">
            {charge && <li>{charge}</li>}
            {data.stays.map((one) => (
              <li key={one}>{one}</li>
            ))}
            <li>
              {formatShortDateWithWeekday(change_deadline)}までは、{isOut ? '元に戻せます' : 'また除けます'}。
            </li>
          </ul>
        </>
      )}
    </ChangeDialog>
  )
}
