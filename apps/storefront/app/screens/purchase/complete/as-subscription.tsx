import type { Order } from '@kushi/contract/order'
import { quoted } from '@kushi/values/quoted'
import { SALE_TYPE } from '@kushi/values/sale-type'
import { itemName } from '@kushi/values/variant'
import { formatYen } from '@kushi/values/yen'
import { Link } from 'react-router'
import { quietApi } from '../../../api.ts'
import { percentOff } from '../../../parts/percent-off.ts'
import { useAnswer } from '../../../state/use-answer.ts'
import { Notice } from '../../../ui/notice.tsx'

/** So many items are asked about; the first that there is a 定期便 of is offered. */
const ASKED = 3

/** 定期便にすると: after an order of once, what the same would cost regularly. Nothing of the order changes by it. */
export function AsSubscription({ order }: { order: Order }) {
  const isOnce = order.subscription_id === null
  const { data } = useAnswer(isOnce ? `regular.${order.order_no}` : null, (signal) => findOffer(order, signal))
  if (!data) return null
  const { item, price, first, following } = data
  const words = [
    first < following && `初回は${formatYen(first)}(${percentOff(price, first)}%OFF)`,
    `${first < following ? '2回目から' : '毎回'}${formatYen(following)}(${percentOff(price, following)}%OFF)`,
  ]
  return (
    <Notice tone="leaf" icon="repeat" title="次からは、定期便にすると">
      <p className="numeric">{`${quoted(itemName(item))}は、税込で${words.filter(Boolean).join('、')}。`}</p>
      <p>回数のお約束はありません。お休みも解約も、マイページからいつでもできます。</p>
      <Link
        to={`/products/detail/${item.product_id}`}
        className="text-link inline-flex min-h-tap items-center"
        aria-label={`${quoted(item.product_name)}の定期便を見る`}
      >
        定期便を見る
      </Link>
    </Notice>
  )
}

async function findOffer(order: Order, signal: AbortSignal) {
  for (const item of order.items.slice(0, ASKED)) {
    const params = { id: item.product_id }
    // One that is no longer sold offers nothing.
    const product = await quietApi('GET /v1/product/detail/{id}', { params }, { signal }).catch(() => null)
    const sku = product?.skus.find(({ id }) => id === item.product_sku_id)
    if (product?.sale_type !== SALE_TYPE.both || !sku?.price || !sku.subscription_price) continue
    const { price, subscription_price: following } = sku
    if (percentOff(price, following) === 0) continue
    return { item, price, following, first: sku.subscription_first_price ?? following }
  }
  return null
}
