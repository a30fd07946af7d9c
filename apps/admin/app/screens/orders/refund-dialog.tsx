import type { OrderDetail, OrderRefund } from '@kushi/contract/admin/order'
import { FEE_NAME, mapOrderFees, ORDER_FEES, type OrderFee } from '@kushi/values/order-amounts'
import { REFUND_KIND_NAME, type RefundKind } from '@kushi/values/order-credit'
import { isRefundedByHand, paymentMethodName } from '@kushi/values/payment-method'
import { POINT_DISCOUNT_NAME } from '@kushi/values/promotion'
import { useWatch } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { toNumber } from '../../ui/field.tsx'
import { formFor } from '../../ui/form-for.ts'
import { formatYenCell } from '../../ui/time.tsx'
import { SubscriptionField } from './cancel-dialog.tsx'
import { remainingGifts } from './gifts-left.ts'
import { ReasonField } from './reason-field.tsx'

const { Form, NumberField, SelectField, CheckField } = formFor<RefundFormValues>()

/** What goes back, or that nothing does. */
type RefundWay = RefundKind | 'keep'

interface RefundFormValues extends Record<OrderFee, boolean> {
  way: RefundWay
  /** Pieces to take back, and whether they go into stock, by item (`i12`). */
  pieces: Record<string, string>
  restocks: Record<string, boolean>
  amount: number | null
  by_hand: boolean
  decision_reason: string
  notify: boolean
  keep: 'end' | 'keep'
  restock: boolean
}

interface DialogProps {
  order: OrderDetail
  onClose(): void
}

const names: Record<RefundWay, string> = { ...REFUND_KIND_NAME, keep: '返金しない(別の方法で済ませた)' }

/** The ways that are possible for an order now, the most likely first. */
function waysOf(order: OrderDetail): RefundWay[] {
  const { kept_amount, owed_amount, status, payments, payment_total, refundable } = order
  // Money of an order that was called off: only what is owed goes back.
  if (status === 'cancelled' || status === 'payment_error') return ['owed']
  const canRefundPartly = kept_amount > 1 && status !== 'returned' && payments[0]?.state === 'captured'
  const isFree = payment_total === 0 && status !== 'returned'
  const hasGoods = refundable.items.some(({ amounts }) => amounts.length > 0)
  return [
    ...(owed_amount > 0 ? (['owed'] as const) : []),
    ...((canRefundPartly || isFree) && hasGoods ? (['goods'] as const) : []),
    ...(canRefundPartly ? (['reduction'] as const) : []),
    ...(status === 'returned' && owed_amount > 0 ? [] : (['return'] as const)),
    ...(owed_amount > 0 ? (['keep'] as const) : []),
  ]
}

/** 返金: what is owed, goods, a sum, or a 返品 of the whole order. */
export function RefundDialog({ order, onClose }: DialogProps) {
  const { revalidate } = useRevalidator()
  const { kept_amount, payments, owed_amount } = order
  const refunded_amount = payments[0]?.refunded_amount ?? 0
  const ways = waysOf(order)
  return (
    <Dialog isOpen onClose={onClose} title={`注文 ${order.order_no} の返金`}>
      <Form
        values={{
          way: ways[0]!,
          pieces: {},
          restocks: {},
          ...mapOrderFees(() => false),
          amount: null,
          by_hand: false,
          decision_reason: '',
          notify: kept_amount > 0,
          keep: 'end',
          restock: false,
        }}
        names={{ 'refund.amount': 'amount', 'refund.restock': 'restock' }}
        submit="確定する"
        done="記録しました"
        save={async (typed) => {
          const { way, by_hand, decision_reason, notify } = typed
          const params = { id: order.id }
          if (way === 'keep')
            await api('POST /admin/v1/orders/{id}/owed/keep', { params, body: { owed_amount, decision_reason } })
          else
            await api('POST /admin/v1/orders/{id}/refund', {
              params,
              body: {
                refund: refundOf(order, way, typed),
                by_hand: by_hand || (way === 'owed' && isRefundedByHand(order.payment_method_id)),
                seen: { refunded_amount, repaid_amount: payments[0]?.repaid_amount ?? 0, owed_amount },
                decision_reason,
                notify,
              },
            })
          onClose()
          await revalidate()
        }}
      >
        {ways.length > 1 && (
          <SelectField
            name="way"
            label="返金のしかた"
            choices={ways.map((value) => ({ value, label: names[value] }))}
          />
        )}
        <RefundFields order={order} refunded={refunded_amount} />
        <ReasonField />
        <NotifyField order={order} />
      </Form>
    </Dialog>
  )
}

const piecesOf = ({ pieces }: Pick<RefundFormValues, 'pieces'>, id: number) => Number(pieces[`i${id}`] ?? 0)

function refundOf(order: OrderDetail, kind: RefundKind, typed: RefundFormValues): OrderRefund {
  const { restocks, keep, restock } = typed
  switch (kind) {
    case 'return':
      return { kind, restock, keep_subscription: keep === 'keep' }
    case 'goods': {
      const items = order.items.flatMap(({ id }) => {
        const quantity = piecesOf(typed, id)
        return quantity > 0 ? [{ order_item_id: id, quantity, restock: restocks[`i${id}`] ?? false }] : []
      })
      return { kind, items, ...mapOrderFees((name) => typed[name]), amount: goodsAmount(order, typed) }
    }
    case 'reduction':
      // An empty field is refused beside it.
      return { kind, amount: typed.amount as number }
    case 'owed':
      return { kind }
  }
}

/** The sum of the server's prices for what is chosen. */
function goodsAmount({ refundable }: OrderDetail, typed: RefundFormValues): number {
  const itemAmounts = refundable.items.map(
    ({ order_item_id, amounts }) => amounts[piecesOf(typed, order_item_id) - 1] ?? 0,
  )
  const fees = ORDER_FEES.map((name) => (typed[name] ? refundable[name] : 0))
  return Math.min(
    refundable.amount,
    [...itemAmounts, ...fees].reduce((sum, one) => sum + one, 0),
  )
}

/** 代引 and 前払い: no provider gives it back, so that it is owed until it is transferred. */
const isOwedAfterwards = ({ payment_method_id }: OrderDetail, { way, by_hand }: RefundFormValues) =>
  isRefundedByHand(payment_method_id) && !by_hand && way !== 'owed' && way !== 'keep'

function NotifyField({ order }: { order: OrderDetail }) {
  const typed = useWatch<RefundFormValues>() as RefundFormValues
  const refundsNothing = typed.way === 'goods' && goodsAmount(order, typed) === 0
  if (order.kept_amount === 0 || refundsNothing || typed.way === 'keep' || isOwedAfterwards(order, typed)) return null
  return <CheckField name="notify" label="お客様にメールで知らせる" />
}

function RefundFields({ order, refunded }: { order: OrderDetail; refunded: number }) {
  const typed = useWatch<RefundFormValues>() as RefundFormValues
  const { way } = typed
  const { kept_amount, owed_amount, payment_method_id, refundable } = order
  const isOwn = isRefundedByHand(payment_method_id)
  const remainsOwed = kept_amount > 0 && isOwedAfterwards(order, typed)
  const maxAmount = isOwn && !typed.by_hand ? kept_amount - owed_amount : kept_amount
  const amount =
    way === 'return'
      ? kept_amount
      : way === 'owed'
        ? owed_amount
        : way === 'goods'
          ? goodsAmount(order, typed)
          : (toNumber(typed.amount) ?? 0)
  return (
    <>
      {way === 'goods' && <Goods order={order} typed={typed} />}
      {way === 'reduction' && (
        <NumberField
          name="amount"
          label="返金する金額"
          unit="円"
          isRequired
          hint={`あと${formatYenCell(Math.min(maxAmount, refundable.amount))}まで返金できます。税率ごとに按分します。${order.discounts.some(({ name }) => name === POINT_DISCOUNT_NAME) ? 'お使いのポイントは戻りません。' : ''}`}
        />
      )}
      {way === 'return' && <SubscriptionField order={order} />}
      {way === 'return' && <CheckField name="restock" label="戻った商品を、すべて在庫に戻す" />}
      {way !== 'keep' && kept_amount > 0 && !(isOwn && way === 'owed') && (
        <CheckField
          name="by_hand"
          label="銀行振込など、お店の手で返金した"
          hint={
            isOwn
              ? 'もうお返ししたときだけ選びます。'
              : '決済会社には送らず、記録だけします。カードの有効期限切れなどで、決済会社から返金できないときに使います。'
          }
        />
      )}
      <p className="mb-4 rounded-base bg-brass-tint px-3 py-2">
        {way === 'keep'
          ? `未返金の ${formatYenCell(owed_amount)} を、返金しないことにします。元には戻せません。`
          : null}
        {way !== 'keep' &&
          refundText({
            order,
            typed,
            amount,
            refunded,
            most: maxAmount,
            isOwing: remainsOwed,
            by_hand: typed.by_hand || isOwn,
          })}
        {way === 'return' && !typed.restock && '戻った商品は、在庫の画面で数えて戻してください。'}
      </p>
    </>
  )
}

interface RefundFacts {
  order: OrderDetail
  typed: RefundFormValues
  amount: number
  refunded: number
  most: number
  isOwing: boolean
  by_hand: boolean
}

function refundText(facts: RefundFacts): string {
  const { order, typed, amount, refunded, most, isOwing, by_hand } = facts
  const { kept_amount, payment_method_id } = order
  const hasGoods = typed.way === 'goods' && order.items.some(({ id }) => piecesOf(typed, id) > 0)
  if (amount === 0 && hasGoods) return 'お返しする代金はありません。戻った商品を記録します。元には戻せません。'
  if (amount === 0 && typed.way !== 'return') return '返金する内容を入力してください。'
  if (kept_amount === 0) return '受け取った代金はありません。注文と荷物を返品にします。'
  if (!Number.isInteger(amount) || amount < 0 || (amount > most && amount !== kept_amount))
    return `返金できるのは、あと${formatYenCell(most)}までです。`
  if (isOwing)
    return `${formatYenCell(amount)} をお返しすることを記録します。${paymentMethodName(payment_method_id)}のため、続けて「お支払い」で、振込先の口座をお客様に伺ってください。元には戻せません。`
  const destinationText = by_hand
    ? `${formatYenCell(amount)} の返金を記録します。`
    : `${paymentMethodName(payment_method_id)}へ ${formatYenCell(amount)} を返金します。`
  return `${destinationText}返金の合計は ${formatYenCell(refunded + amount)}、お店に残るのは ${formatYenCell(kept_amount - amount)} です。元には戻せません。`
}

/** The pieces of each item, at the price that was paid for them, and the fees. */
function Goods({ order, typed }: { order: OrderDetail; typed: RefundFormValues }) {
  const { refundable } = order
  const gifts = remainingGifts(order, (id) => piecesOf(typed, id))
  return (
    <fieldset className="mb-4">
      <legend className="mb-1">返品する商品</legend>
      <ul className="grid gap-3">
        {order.items.map((item) => {
          const { amounts = [] } = refundable.items.find(({ order_item_id }) => order_item_id === item.id) ?? {}
          const name = `i${item.id}`
          const count = piecesOf(typed, item.id)
          return (
            <li key={item.id} className="border-line border-b pb-2 last:border-0">
              <p>
                {item.product_name}
                <span className="block text-muted text-xs">
                  {item.set_name && `${item.set_name}の中身・`}
                  {item.choices && `${item.choices}・`}
                  {item.tax_rate}%
                </span>
              </p>
              {amounts.length === 0 ? (
                <p className="text-muted text-xs">返せる数は残っていません。</p>
              ) : (
                <>
                  <SelectField
                    name={`pieces.${name}`}
                    label="数"
                    choices={[
                      { value: '0', label: '返さない' },
                      ...amounts.map((amount, n) => ({
                        value: String(n + 1),
                        label: `${n + 1}点(${formatYenCell(amount)})`,
                      })),
                    ]}
                  />
                  {count > 0 && <CheckField name={`restocks.${name}`} label="在庫に戻す" />}
                </>
              )}
            </li>
          )
        })}
      </ul>
      {gifts.length > 0 && (
        <p role="status" className="mb-2 rounded-base bg-brass-tint px-3 py-2">
          お買い上げの商品がすべて返品になります。プレゼント({gifts.join('、')}
          )も、お客様にお戻しをお願いしてください。戻るときは、上で数を選びます。
        </p>
      )}
      {ORDER_FEES.filter((name) => refundable[name] > 0).map((name) => (
        <CheckField key={name} name={name} label={`${FEE_NAME[name]} ${formatYenCell(refundable[name])} も返す`} />
      ))}
    </fieldset>
  )
}
