import type { Subscription } from '@kushi/contract/subscription'
import { variantName } from '@kushi/values/product'
import { formatYen } from '@kushi/values/yen'
import { AmountRows } from '../../../parts/amount-rows.tsx'
import { SetContents } from '../../../parts/set-contents.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'

interface NextDeliveryProps {
  before: Subscription
  after: Subscription
  /** Price of each later delivery. */
  following: number
}

/** The next delivery, its price, and the price of each later one. */
export const NextDelivery = ({ before, after, following }: NextDeliveryProps) => (
  <>
    <ul className="divide-y divide-line">
      {after.subscription_order_item.map((item) => (
        <li key={item.product_sku_id} className="flex gap-4 py-4 first:pt-0">
          <div className="w-16 shrink-0">
            <Picture path={item.product_image} alt="" sizes="64px" position="near" />
          </div>
          <div className="grid grow content-start gap-1">
            <p className="font-medium">{item.product_name}</p>
            {variantName(item) && <p className="text-sm text-muted">{variantName(item)}</p>}
            <SetContents parts={item.parts} />
            {(item.is_one_time || item.is_left_out) && (
              <p>
                <Badge>{item.is_left_out ? '今回は除く' : '今回のみ'}</Badge>
              </p>
            )}
            <p className="numeric flex justify-between gap-4 text-sm">
              <span>
                {formatYen(item.price)} × {item.quantity}点
              </span>
              {!item.is_left_out && <span>{formatYen(item.subtotal)}</span>}
            </p>
          </div>
        </li>
      ))}
    </ul>
    <AmountRows amounts={after} totalLabel="次回のお支払い" />
    <Rows>
      <Row label="変更前の次回のお支払い">{formatYen(before.payment_total)}</Row>
      {after.prepaid === null && (
        <Row label="次々回からの1回分">
          {formatYen(following)}
          <span className="ml-1 text-xs text-muted">税込</span>
        </Row>
      )}
    </Rows>
    <p className="text-xs text-muted">
      次々回からの金額は、いまの価格での計算です。変わるときは、請求の前にメールでお知らせします。
    </p>
  </>
)
