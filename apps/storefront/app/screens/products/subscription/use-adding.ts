import type { Subscription } from '@kushi/contract/subscription'
import { maxPurchasePieces } from '@kushi/values/cart'
import { MAX_SALE_LIMIT } from '@kushi/values/limits'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { quietApi } from '../../../api.ts'
import { focusFirstError } from '../../../form/focus-error.ts'
import { draftItems, draftPlace, GOODS, readSubscriptionDraft, saveItem } from '../../../form/subscription-draft.ts'
import { type ItemChange, itemsInput, itemsWith, type ShownItem, withItem } from '../../../form/subscription-items.ts'
import { toast } from '../../../state/toast.ts'
import { useAnswer } from '../../../state/use-answer.ts'
import { type PricedProduct, type PricedSku, skuPicture } from '../priced.ts'
import { firstChoice } from '../selection.ts'

/**
 * State of the choices for a subscription, with the price in its deliveries, and
 * the action that adds them to the draft.
 */
export function useSubscriptionAddition(product: PricedProduct, subscription: Subscription) {
  const navigate = useNavigate()
  const [sku, setSku] = useState<PricedSku | undefined>(() => firstChoice(product.skus))
  const [chosenQuantity, setChosenQuantity] = useState(1)
  const [isOneTime, setOneTime] = useState(true)
  const [changes] = useState(() => draftItems(readSubscriptionDraft(subscription.id, draftPlace())))
  const shown = itemsWith(subscription, changes)
  const {
    change,
    there: existingItem,
    max,
    quantity,
  } = buildAddition({ product, sku, shown, requestedQuantity: chosenQuantity, isOneTime })

  const items = change && itemsInput(itemsWith(subscription, withItem(subscription, changes, change)))
  const { data, error, isLoading, retry } = useAnswer(
    items ? JSON.stringify(items) : null,
    (signal) =>
      quietApi(
        'POST /v1/order/subscription/{id}/preview',
        { params: { id: subscription.id }, body: { items: items! } },
        { signal },
      ),
    { delay: 250 },
  )
  const previewedItem = data?.after.subscription_order_item.find((item) => item.product_sku_id === sku?.id)

  function add() {
    if (!change || isLoading) return
    if (error || max < 1) return focusFirstError()
    saveItem(
      subscription,
      { ...change, added: change.added && { ...change.added, price: previewedItem?.price ?? change.added.price } },
      draftPlace(),
    )
    toast('変更内容に追加しました。まだ確定していません', 'info')
    void navigate(`/mypage/subscriptions/${subscription.id}/edit`, { state: { at: GOODS } })
  }
  return {
    sku,
    setSku,
    quantity,
    setQuantity: setChosenQuantity,
    isOneTime,
    setOneTime,
    there: existingItem,
    max,
    priced: previewedItem,
    error,
    isLoading,
    retry,
    add,
  }
}

export type Adding = ReturnType<typeof useSubscriptionAddition>

interface AdditionRequest {
  product: Pick<PricedProduct, 'product_name' | 'product_image'>
  sku: PricedSku | undefined
  /** The items of the subscription, with all changes in the draft. */
  shown: readonly ShownItem[]
  requestedQuantity: number
  isOneTime: boolean
}

/** A SKU occurs only once in a subscription. Adding an existing one increases its quantity and keeps its frequency. */
export function buildAddition({ product, sku, shown, requestedQuantity, isOneTime }: AdditionRequest) {
  if (!sku) return { change: null, there: undefined, max: 0, quantity: 0 }
  const there = shown.find((item) => item.product_sku_id === sku.id && !item.isRemoved)
  const max = maxPurchasePieces(sku) - (there?.quantity ?? 0)
  const quantity = Math.max(1, Math.min(requestedQuantity, max))
  const { set_item_name1, set_item_name2, sale_limit } = sku
  const isKnown = shown.some((item) => item.product_sku_id === sku.id && !item.isNew)
  const change: ItemChange = {
    product_sku_id: sku.id,
    quantity: Math.min((there?.quantity ?? 0) + quantity, MAX_SALE_LIMIT),
    is_one_time: there ? there.is_one_time : isOneTime,
    added: isKnown
      ? null
      : {
          product_name: product.product_name,
          product_image: skuPicture(product, sku),
          set_item_name1,
          set_item_name2,
          sale_limit,
          price: sku.subscription_price ?? sku.price,
        },
  }
  return { change, there, max, quantity }
}
