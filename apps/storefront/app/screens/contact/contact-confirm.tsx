import { redirect, useRevalidator } from 'react-router'
import { contactForm } from '../../form/contact.ts'
import { masterData } from '../../master-data.ts'
import { privatePage } from '../../seo.ts'
import { settle } from '../../settle.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import type { Route } from './+types/contact-confirm.ts'
import { readContact } from './contact-draft.ts'
import { ContactFrame } from './contact-frame.tsx'
import { ContactReview } from './contact-review.tsx'
import { ContactSkeleton } from './contact-skeleton.tsx'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, 'お問い合わせ内容の確認')

/** Reads the input of the form. Without it, redirects to the form. */
export async function clientLoader() {
  const fields = readContact()
  const contact = fields && contactForm.safeParse(fields).data
  if (!contact || !fields.idempotency_key) throw redirect('/contact')
  const body = { ...contact, idempotency_key: fields.idempotency_key }
  return { body, categories: await settle(masterData('inquiry_category')) }
}
clientLoader.hydrate = true as const

export const HydrateFallback = ContactSkeleton

/** お問い合わせ: the second step. Nothing has been sent yet. */
export default function ContactConfirm({ loaderData: { body, categories } }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator()
  const { data, error } = categories
  return (
    <ContactFrame step={1} title="お問い合わせ内容の確認" lead="まだ送られていません。内容をお確かめください。">
      {error && (
        <ErrorState text={error.message} onRetry={() => void revalidate()} pending={state === 'loading'}>
          <ButtonLink to="/contact" look="secondary">
            入力に戻る
          </ButtonLink>
        </ErrorState>
      )}
      {data && <ContactReview body={body} categories={data} />}
    </ContactFrame>
  )
}
