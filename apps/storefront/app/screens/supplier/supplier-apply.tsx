import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { isReceived, Received } from '../../parts/received.tsx'
import { useReplyText } from '../../parts/reply-text.ts'
import { seo } from '../../seo.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { PageHeading } from '../../ui/heading.tsx'
import { Page } from '../../ui/page.tsx'
import { FormSkeleton } from '../../ui/skeleton.tsx'
import type { Route } from './+types/supplier-apply.ts'
import { SupplierEditor } from './supplier-editor.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  seo(matches, {
    title: TITLE,
    description: '美容室や小売店さま向けの卸のお取引を承ります。',
    path: '/supplier/apply',
  })

/** Only this device has the saved input, so the form waits for it. */
export const clientLoader = () => null
clientLoader.hydrate = true as const

const TITLE = '法人・卸のお取引のお申し込み'
export const HydrateFallback = () => <FormSkeleton title={TITLE} fields={4} />

/** 卸のお取引のお申し込み, and the confirmation after it was sent. */
export default function SupplierApply() {
  const { state } = useLocation()
  const isDone = isReceived(state)
  const reply = useReplyText()
  useEffect(() => {
    // The path stays the same, so the focus must be moved here.
    if (isDone) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [isDone])
  if (isDone)
    return (
      <Page width="form">
        <PageHeading>お申し込みを受け付けました</PageHeading>
        <div className="grid gap-6">
          <Received {...state} />
          <p className="text-sm text-muted">
            審査のうえ、お取引の条件とご利用開始の方法をメールでご案内します。お急ぎのときは、受付番号を添えてお電話ください。
          </p>
          <ButtonLink to="/products" wide>
            商品一覧を見る
          </ButtonLink>
        </div>
      </Page>
    )
  return (
    <Page width="form">
      <PageHeading lead={`美容室や小売店さまとのお取引を承ります。内容を確認し、${reply}メールでお返事します。`}>
        {TITLE}
      </PageHeading>
      <SupplierEditor />
    </Page>
  )
}
