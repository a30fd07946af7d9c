import type { QuotedItem } from '@kushi/contract/quote'
import { variantName } from '@kushi/values/product'
import { type ReactNode, type Ref, useId } from 'react'
import { SectionHeading } from '../ui/heading.tsx'
import { Picture } from '../ui/picture.tsx'
import { ItemPrice } from './item-price.tsx'
import { SetContents } from './set-contents.tsx'

interface OfferCardProps {
  title: string
  text: string
  ref?: Ref<HTMLElement>
  children: ReactNode
}

/** 注文のときのご案内, in the shop's words. */
export function OfferCard({ title, text, ref, children }: OfferCardProps) {
  const id = useId()
  return (
    <section ref={ref} aria-labelledby={id} className="grid gap-4 rounded-base border border-line bg-surface p-4">
      <div className="grid gap-1">
        <SectionHeading id={id}>{title}</SectionHeading>
        {text && <p className="whitespace-pre-line text-sm text-muted">{text}</p>}
      </div>
      {children}
    </section>
  )
}

/** The goods of one, as they are priced in the order. */
export const OfferedGoods = ({ item }: { item: QuotedItem }) => (
  <div className="flex gap-4">
    <div className="w-16 shrink-0">
      <Picture path={item.product_image} alt="" sizes="64px" position="near" />
    </div>
    <div className="grid grow content-start gap-1">
      <p className="font-medium">{item.product_name}</p>
      {variantName(item) && <p className="text-sm text-muted">{variantName(item)}</p>}
      <SetContents parts={item.parts} />
      <ItemPrice item={item} />
      <p className="numeric text-sm">数量 {item.quantity}点</p>
    </div>
  </div>
)
