import { Link, useRevalidator } from 'react-router'
import { masterData } from '../../master-data.ts'
import { privatePage } from '../../seo.ts'
import { settle } from '../../settle.ts'
import { useShop } from '../../shell/use-shell.ts'
import { environment } from '../../state/environment.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import type { Route } from './+types/contact.ts'
import { ContactEditor } from './contact-editor.tsx'
import { ContactFrame } from './contact-frame.tsx'
import { ContactSkeleton } from './contact-skeleton.tsx'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, 'お問い合わせ')

export const clientLoader = () => settle(masterData('inquiry_category'))
clientLoader.hydrate = true as const

export const HydrateFallback = ContactSkeleton

/** お問い合わせ: the first of three steps. */
export default function Contact({ loaderData: { data, error } }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator()
  return (
    <ContactFrame step={0} title="お問い合わせ" lead="メールで、3〜5営業日以内にお返事します。">
      <div className="grid gap-10">
        <ContactWays />
        {error && <ErrorState text={error.message} onRetry={() => void revalidate()} pending={state === 'loading'} />}
        {data && <ContactEditor categories={data} />}
      </div>
    </ContactFrame>
  )
}

/** Alternatives that may be quicker than writing. */
function ContactWays() {
  const shop = useShop()
  return (
    <p className="text-sm text-muted">
      <Link to="/contents/faq.html" className="text-link text-ink">
        よくあるご質問
      </Link>
      に答えがあるかもしれません。
      {(environment()?.line_requirement ?? 'none') !== 'none' && (
        <>
          <Link to="/line-contact" className="text-link text-ink">
            LINEからのお問い合わせ
          </Link>
          は、トークにお返事します。
        </>
      )}
      {shop?.phone_number && (
        <>
          お急ぎのときと退会のお手続きは、お電話(
          <a href={`tel:${shop.phone_number.replace(/[^\d+]/g, '')}`} className="text-link numeric text-ink">
            {shop.phone_number}
          </a>
          )で承ります。
        </>
      )}
    </p>
  )
}
