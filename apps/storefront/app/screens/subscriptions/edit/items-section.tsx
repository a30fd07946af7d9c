import type { Subscription, SubscriptionOrderItem } from '@kushi/contract/subscription'
import { maxPurchasePieces } from '@kushi/values/cart'
import { itemName, variantName } from '@kushi/values/product'
import { useEffect, useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import { useLocation } from 'react-router'
import { FormSection } from '../../../form/form.tsx'
import type { SubscriptionFields } from '../../../form/subscription.ts'
import { GOODS } from '../../../form/subscription-draft.ts'
import { type ShownItem, withItem } from '../../../form/subscription-items.ts'
import { useFields } from '../../../form/use-fields.ts'
import { SetContents } from '../../../parts/set-contents.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { Price } from '../../../ui/price.tsx'
import { Quantity } from '../../../ui/quantity.tsx'

interface ItemsSectionProps {
  subscription: Subscription
  items: readonly ShownItem[]
  /** The next delivery with all changes, after the server's preview. */
  previewed: Subscription | undefined
}

/** 商品と数量: change quantities, remove and add items. */
export function ItemsSection({ subscription, items, previewed }: ItemsSectionProps) {
  const { getValues, setValue } = useFormContext<SubscriptionFields>()
  const error = useFields<SubscriptionFields>().errorOf('items')
  const isFixed = !subscription.can.change_items
  const change = ({ product_sku_id, is_one_time, isNew, ...shown }: ShownItem, quantity: number) => {
    const added = isNew ? shown : null
    setValue('items', withItem(subscription, getValues('items'), { product_sku_id, quantity, is_one_time, added }))
  }
  const shown = (previewed ?? subscription).subscription_order_item
  const { state } = useLocation() as { state: { at?: string } | null }
  const box = useRef<HTMLDivElement>(null)
  // After a return from the product screens, scrolls to the items.
  const isLinkTarget = state?.at === GOODS
  useEffect(() => {
    if (isLinkTarget) box.current?.scrollIntoView()
  }, [isLinkTarget])
  return (
    <div ref={box} className="scroll-mt-header">
      <FormSection id="items" title="商品と数量">
        {isFixed && (
          <p className="text-sm text-muted">
            年払いの定期便は、お支払い済みの商品と数量でお届けするため、商品を変更できません。
          </p>
        )}
        <div>
          <ul className="divide-y divide-line border-y border-line">
            {items.map((item) => {
              const now = shown.find((one) => one.product_sku_id === item.product_sku_id)
              return (
                <li key={item.product_sku_id} className="py-4">
                  <ItemRow
                    item={item}
                    price={now?.price ?? item.price}
                    parts={now?.parts}
                    isLeftOut={now?.is_left_out ?? false}
                    isFixed={isFixed}
                    onQuantity={(quantity) => change(item, quantity)}
                  />
                </li>
              )
            })}
          </ul>
        </div>
        {error && (
          <Notice tone="danger" role="alert">
            {error}
          </Notice>
        )}
        {!isFixed && (
          <ButtonLink to={`/mypage/products?subscription=${subscription.id}`} look="secondary">
            商品を追加する
          </ButtonLink>
        )}
      </FormSection>
    </div>
  )
}

interface ItemRowProps {
  item: ShownItem
  /** Price of one piece in the next delivery. */
  price: number
  parts: SubscriptionOrderItem['parts'] | undefined
  /** 今回だけ除く, with all changes: another number of pieces ends it. */
  isLeftOut: boolean
  isFixed: boolean
  /** 0: removes the item. The former quantity: restores it. */
  onQuantity: (quantity: number) => void
}

/** One item of the subscription. A removed item stays visible until the change is confirmed. */
function ItemRow({ item, price, parts, isLeftOut, isFixed, onQuantity }: ItemRowProps) {
  const { product_name, quantity, isRemoved, isNew, is_one_time, is_out_stock } = item
  const variant = variantName(item)
  const name = itemName(item)
  return (
    <div className="flex gap-4">
      <div className={`w-16 shrink-0 ${isRemoved ? 'opacity-50' : ''}`}>
        <Picture path={item.product_image} alt="" sizes="64px" position="near" />
      </div>
      <div className="grid grow content-start gap-1">
        <p className={`font-medium ${isRemoved ? 'text-muted line-through' : ''}`}>{product_name}</p>
        {variant && <p className="text-sm text-muted">{variant}</p>}
        <SetContents parts={parts} />
        <p className="flex flex-wrap items-center gap-2">
          <Price amount={price} size="sm" tone="leaf" />
          {isNew && <Badge tone="leaf">追加</Badge>}
          {is_one_time && <Badge>今回のみ</Badge>}
          {isLeftOut && <Badge>今回は除く</Badge>}
          {is_out_stock && <Badge tone="danger">在庫切れ</Badge>}
        </p>
        {isRemoved ? (
          <p className="flex flex-wrap items-center justify-between gap-x-4 text-sm">
            次回から外します
            <button type="button" className="text-link min-h-tap" onClick={() => onQuantity(quantity)}>
              元に戻す<span className="sr-only">({name})</span>
            </button>
          </p>
        ) : isFixed ? (
          <p className="numeric text-sm">数量 {quantity}点</p>
        ) : (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 pt-1">
            <Quantity
              label={`${name}の数量`}
              value={quantity}
              onChange={onQuantity}
              max={Math.max(quantity, maxPurchasePieces(item))}
            />
            <button type="button" className="text-link min-h-tap text-sm text-muted" onClick={() => onQuantity(0)}>
              {isNew ? '追加をやめる' : '外す'}
              <span className="sr-only">({name})</span>
            </button>
          </div>
        )}
      </div>
    </div>
  )
}
