import type { Subscription } from '@kushi/contract/subscription'
import { useEffect, useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import { useLocation } from 'react-router'
import { FormSection } from '../../../form/form-section.tsx'
import type { SubscriptionFields } from '../../../form/subscription.ts'
import { GOODS } from '../../../form/subscription-draft.ts'
import { type ShownItem, withItem } from '../../../form/subscription-items.ts'
import { useFields } from '../../../form/use-fields.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ItemRow } from './item-row.tsx'

interface ItemsSectionProps {
  subscription: Subscription
  items: readonly ShownItem[]
  /** The next delivery with all that is changed, once the shop has reckoned it. */
  priced: Subscription | undefined
}

/** 商品と数量: more, fewer, none, or another one. */
export function ItemsSection({ subscription, items, priced }: ItemsSectionProps) {
  const { getValues, setValue } = useFormContext<SubscriptionFields>()
  const error = useFields<SubscriptionFields>().errorOf('items')
  const isFixed = !subscription.can.change_items
  const change = ({ product_sku_id, is_one_time, isNew, ...shown }: ShownItem, quantity: number) => {
    const added = isNew ? shown : null
    setValue('items', withItem(subscription, getValues('items'), { product_sku_id, quantity, is_one_time, added }))
  }
  const prices = (priced ?? subscription).subscription_order_item
  const { state } = useLocation() as { state: { at?: string } | null }
  const box = useRef<HTMLDivElement>(null)
  // Back from the product screens: what was added there is seen at once.
  const isMeant = state?.at === GOODS
  useEffect(() => {
    if (isMeant) box.current?.scrollIntoView()
  }, [isMeant])
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
            {items.map((item) => (
              <li key={item.product_sku_id} className="py-4">
                <ItemRow
                  item={item}
                  price={prices.find((one) => one.product_sku_id === item.product_sku_id)?.price ?? item.price}
                  isFixed={isFixed}
                  onQuantity={(quantity) => change(item, quantity)}
                />
              </li>
            ))}
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
