import type { Order } from '@kushi/contract/order'
import { variantName } from '@kushi/values/product'
import { groupOrderRows, type SoldSet } from '@kushi/values/product-set'
import { formatYen } from '@kushi/values/yen'
import { Link } from 'react-router'
import { Picture } from '../../ui/picture.tsx'

type Item = Order['items'][number]

/** The ordered items, with names and prices of that day; the parts of a set together. */
export const OrderItems = ({ items }: { items: Order['items'] }) => (
  <ul className="divide-y divide-line border-y border-line">
    {groupOrderRows(items).map(({ item, set, gift }) =>
      set ? (
        <SetRow key={`set:${set.set_sku_id}`} set={set} />
      ) : (
        <ItemRow key={gift ? `gift:${gift.gift_promotion_id}` : item.product_sku_id} item={item ?? gift} />
      ),
    )}
  </ul>
)

const SetRow = ({ set }: { set: SoldSet<Item> }) => (
  <li className="grid gap-3 py-4">
    <p className="font-medium">{set.name}</p>
    <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
      <span className="numeric text-muted">
        {formatYen(set.price)} × {set.quantity}
      </span>
      <span className="numeric">{formatYen(set.subtotal)}</span>
    </p>
    <ul aria-label="セットの内容" className="grid gap-3 border-l border-line pl-4">
      {set.parts.map((part) => (
        <li key={part.product_sku_id} className="flex gap-4">
          <ItemPicture item={part} />
          <div className="grid grow content-start gap-1 text-sm">
            <ItemTitle item={part} />
            <p className="numeric text-muted">
              {part.quantity}点{part.tax_rate === 8 && <span title="軽減税率対象"> ※</span>}
            </p>
          </div>
        </li>
      ))}
    </ul>
  </li>
)

const ItemRow = ({ item }: { item: Item }) => (
  <li className="flex gap-4 py-4">
    <ItemPicture item={item} />
    <div className="grid grow content-start gap-1">
      <ItemTitle item={item} />
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
        <span className="numeric text-muted">
          {formatYen(item.price)} × {item.quantity}
          {item.lump_sum_payment_flag && `(全${item.lump_sum_payment_num}回分)`}
          {item.tax_rate === 8 && <span title="軽減税率対象"> ※</span>}
        </span>
        <span className="numeric">{formatYen(item.subtotal)}</span>
      </p>
    </div>
  </li>
)

const ItemPicture = ({ item }: { item: Item }) => (
  <Link to={`/products/detail/${item.product_id}`} tabIndex={-1} aria-hidden="true" className="w-16 shrink-0 md:w-20">
    <Picture path={item.product_image} alt="" sizes="80px" />
  </Link>
)

const ItemTitle = ({ item }: { item: Item }) => (
  <>
    <Link to={`/products/detail/${item.product_id}`} className="font-medium hover:underline">
      {item.product_name}
    </Link>
    {item.gift_promotion_id !== null && <p className="text-xs text-leaf">プレゼント</p>}
    {variantName(item) && <p className="text-sm text-muted">{variantName(item)}</p>}
  </>
)
