import { Navigate, useLocation } from 'react-router'
import { completionLoader } from '../../analytics/completion-loader.ts'
import { ProductsLink } from '../../parts/products-link.tsx'
import { isReceived, Received } from '../../parts/received.tsx'
import { privatePage } from '../../seo.ts'
import type { Route } from './+types/contact-complete.ts'
import { ContactFrame } from './contact-frame.tsx'
import { ContactSkeleton } from './contact-skeleton.tsx'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, 'お問い合わせを受け付けました')

/** Loads nothing: only this device knows what was sent. */
export const clientLoader = (args: Route.ClientLoaderArgs) => completionLoader(args)
clientLoader.hydrate = true as const

export const HydrateFallback = ContactSkeleton

/** お問い合わせ: the last step. */
export default function ContactComplete() {
  const { state } = useLocation()
  if (!isReceived(state)) return <Navigate to="/contact" replace />
  return (
    <ContactFrame step={2} title="お問い合わせを受け付けました">
      <div className="grid gap-6">
        <Received {...state} />
        <p className="text-sm text-muted">
          メールが届かないときは、迷惑メールのフォルダーをご確認ください。お急ぎのときは、受付番号を添えてお電話ください。
        </p>
        <ProductsLink to="/products" wide>
          商品一覧を見る
        </ProductsLink>
      </div>
    </ContactFrame>
  )
}
