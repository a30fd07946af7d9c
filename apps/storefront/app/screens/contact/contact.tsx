import { useRevalidator } from 'react-router'
import { masterData } from '../../master-data.ts'
import { privatePage } from '../../seo.ts'
import { settle } from '../../settle.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import type { Route } from './+types/contact.ts'
import { ContactEditor } from './contact-editor.tsx'
import { ContactFrame } from './contact-frame.tsx'
import { ContactSkeleton } from './contact-skeleton.tsx'
import { ContactWays } from './contact-ways.tsx'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, 'お問い合わせ')

export const clientLoader = () => settle(masterData('inquiry_category'))
clientLoader.hydrate = true as const

export const HydrateFallback = ContactSkeleton

/** お問い合わせ, the first of three steps. */
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
