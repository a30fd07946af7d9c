import type { OrderDetail } from '@kushi/contract/admin/order'
import { type OrderAmounts, orderAmountLines } from '@kushi/values/order-amounts'
import { Section } from '../../ui/page.tsx'
import { formatNumber, formatYenCell } from '../../ui/time.tsx'

/** 商品と金額, step by step. */
export function OrderItems({ order }: { order: OrderDetail }) {
  return (
    <Section title="商品と金額">
      <table className="w-full text-left">
        <thead className="border-line border-b text-muted text-xs">
          <tr>
            <th className="py-1 font-normal">商品</th>
            <th className="py-1 text-right font-normal">単価</th>
            <th className="py-1 pl-3 text-right font-normal">数量</th>
            <th className="py-1 pl-3 text-right font-normal">小計</th>
          </tr>
        </thead>
        <tbody>
          {order.items.map((item) => (
            <tr key={item.id} className="border-line border-b align-top">
              <td className="py-1">
                {item.product_name}
                {item.set_name !== null && (
                  <span className="block text-muted text-xs">
                    {item.set_name} × {formatNumber(item.set_quantity!)}の中身
                  </span>
                )}
                {item.gift_promotion_id !== null && <span className="text-muted text-xs"> プレゼント</span>}
                {item.tax_rate === 8 && <span className="text-muted text-xs"> ※軽減税率</span>}
                <span className="block text-muted text-xs">
                  <span className="numeric">{item.product_code}</span>
                  {item.choices && `・${item.choices}`}
                </span>
              </td>
              <td className="numeric py-1 text-right">{formatYenCell(item.price)}</td>
              <td className="numeric py-1 pl-3 text-right">{formatNumber(item.quantity)}点</td>
              <td className="numeric py-1 pl-3 text-right">{formatYenCell(item.subtotal)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Amounts amounts={order} />
    </Section>
  )
}

type ItemizedAmounts = OrderAmounts & Pick<OrderDetail, 'discounts' | 'payment_total' | 'tax_lines'>

/** The amounts from the subtotal to the total, one line each. */
function Amounts({ amounts }: { amounts: ItemizedAmounts }) {
  return (
    <dl className="mt-2 ml-auto grid w-fit grid-cols-[auto_auto] gap-x-6 text-right">
      {orderAmountLines(amounts)
        .filter(({ name, amount }) => amount !== 0 || name === 'subtotal' || name === 'delivery_fee')
        .map(({ label, amount }) => (
          <div key={label} className="contents">
            <dt className="text-muted text-xs leading-6">{label}</dt>
            <dd className="numeric">{formatYenCell(amount)}</dd>
          </div>
        ))}
      <dt className="border-line border-t pt-1 font-medium">お支払い合計(税込)</dt>
      <dd className="numeric border-line border-t pt-1 font-medium">{formatYenCell(amounts.payment_total)}</dd>
      {amounts.tax_lines.map(({ tax_rate, total, tax }) => (
        <div key={tax_rate} className="contents text-muted text-xs">
          <dt>{tax_rate}%対象</dt>
          <dd className="numeric">
            {formatYenCell(total)}(内消費税 {formatYenCell(tax)})
          </dd>
        </div>
      ))}
    </dl>
  )
}
