import type { AdminSubscription } from '@kushi/contract/admin/subscription'
import { orderAmountLines } from '@kushi/values/order-amounts'
import { isPostpaid } from '@kushi/values/payment-method'
import { itemName } from '@kushi/values/product'
import { setContentsText } from '@kushi/values/product-set'
import { Link } from 'react-router'
import { Facts } from '../../ui/facts.tsx'
import { Section } from '../../ui/page.tsx'
import { formatDate, formatNumber, formatYenCell } from '../../ui/time.tsx'

/** 次回のお届け: date, items and price, computed by the same rules as the charge. */
export function NextDelivery({ subscription }: { subscription: AdminSubscription }) {
  const { next_step, cycle, arranged_order, last_order, skipped, yearly } = subscription
  const isOver = next_step.text === ''
  if (isOver)
    return (
      <Section title="次回のお届け">
        <p className="text-muted">
          この定期便は終わりました。
          {last_order ? (
            <>
              ご注文 <span className="numeric">{last_order.order_no}</span>
              {last_order.delivery_date && `(${formatDate(last_order.delivery_date)})`}のお届けが最後です。
            </>
          ) : (
            '次のお届けもご請求もありません。'
          )}
        </p>
      </Section>
    )
  return (
    <Section title={`次回のお届け(${cycle}回目)`}>
      <Facts
        rows={[
          ['お届け日', formatDate(subscription.next_delivery_date)],
          ['その次', formatDate(subscription.next_next_delivery_date)],
          ['周期', subscription.pattern_label],
          ['変更の締切', formatDate(subscription.change_deadline)],
          ['ご請求の日', isPostpaid(subscription.payment_method_id) ? '' : formatDate(subscription.charge_date)],
          ['お支払い方法', subscription.payment_name],
          ['断られたときは', subscription.second_way?.payment_name],
          ['注文', arranged_order && <OrderLink subscription={subscription} />],
          [
            'お休み中',
            skipped
              .map((one) => `${formatDate(one.delivery_date)}のお届け(${formatDate(one.undo_until)}まで取り消せます)`)
              .join('、'),
          ],
          [
            '年払い',
            yearly && `${yearly.total}回分のうち、残り${yearly.remaining}回(${formatYenCell(yearly.rest_amount)}相当)`,
          ],
        ].filter((row): row is [string, string] => Boolean(row[1]))}
      />
      <Items subscription={subscription} />
    </Section>
  )
}

function OrderLink({ subscription: { cycles, cycle, arranged_order } }: { subscription: AdminSubscription }) {
  const order = cycles.find((one) => one.cycle === cycle)?.order
  return order ? (
    <Link className="numeric text-link" to={`/orders/${order.id}`}>
      {order.order_no}
    </Link>
  ) : (
    <span className="numeric">{arranged_order?.order_no}</span>
  )
}

function Items({ subscription }: { subscription: AdminSubscription }) {
  const { subscription_order_item: items, next_items, payment_total } = subscription
  const codeOf = (sku: number) => next_items.find((one) => one.product_sku_id === sku)?.product_code
  return (
    <table className="mt-4 w-full text-left">
      <caption className="sr-only">次回の商品と金額</caption>
      <thead className="border-line border-b text-muted text-xs">
        <tr>
          <th className="py-1 pr-3 font-normal">商品</th>
          <th className="whitespace-nowrap py-1 pr-3 text-right font-normal">数量</th>
          <th className="py-1 text-right font-normal">金額</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.id} className="border-line border-b align-top">
            <td className="py-1 pr-3">
              {itemName(item)}
              <span className="block text-muted text-xs">
                <span className="numeric">{codeOf(item.product_sku_id)}</span>
                {item.is_one_time && '・今回のみ'}
                {item.is_left_out && '・今回だけ除く(その次からは、またお届けします)'}
                {item.is_out_stock && '・在庫切れ'}
              </span>
              {item.parts.length > 0 && (
                <span className="block text-muted text-xs">セットの中身: {setContentsText(item.parts)}</span>
              )}
            </td>
            <td className="numeric py-1 pr-3 text-right">{formatNumber(item.quantity)}</td>
            <td className="numeric whitespace-nowrap py-1 text-right">
              {item.is_left_out ? '—' : formatYenCell(item.subtotal)}
            </td>
          </tr>
        ))}
        {amountsOf(subscription).map(([label, amount]) => (
          <tr key={label} className="text-xs">
            <th colSpan={2} className="py-0.5 pr-3 text-right font-normal text-muted">
              {label}
            </th>
            <td className="numeric py-0.5 text-right">{formatYenCell(amount)}</td>
          </tr>
        ))}
        <tr>
          <th colSpan={2} className="py-1 pr-3 text-right font-medium">
            お支払い合計(税込)
          </th>
          <td className="numeric py-1 text-right font-medium">{formatYenCell(payment_total)}</td>
        </tr>
      </tbody>
    </table>
  )
}

const amountsOf = (one: AdminSubscription): [string, number][] =>
  orderAmountLines(one)
    .filter(({ name, amount }) => name !== 'subtotal' && amount !== 0)
    .map(({ label, amount }) => [label, amount])
