import { useRevalidator } from 'react-router'
import { browserLine } from '../../line/browser-line.ts'
import { masterData } from '../../master-data.ts'
import { privatePage } from '../../seo.ts'
import { settle } from '../../settle.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import type { Route } from './+types/line-contact.ts'
import { LineContactEditor } from './line-contact-editor.tsx'
import { LineFrame, LineSkeleton } from './line-frame.tsx'
import { LineStart, NoLine } from './line-start.tsx'

const TITLE = 'LINEでお問い合わせ'
export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, TITLE)

export async function clientLoader() {
  const isLoggedIn = browserLine.isLoggedIn()
  const categories = isLoggedIn ? await settle(masterData('inquiry_category')) : null
  return { isConfigured: browserLine.isConfigured(), isLoggedIn, categories }
}
clientLoader.hydrate = true as const

export const HydrateFallback = () => <LineSkeleton title={TITLE} />

/** お問い合わせ whose answer comes into the talk. */
export default function LineContact({ loaderData: { isConfigured, categories } }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator()
  return (
    <LineFrame title={TITLE} lead={categories ? 'ご返信は、LINEのトークに3〜5営業日以内にお送りします。' : undefined}>
      {!isConfigured && <NoLine />}
      {isConfigured && !categories && (
        <LineStart path="/line-contact">
          <p>LINEでログインすると、お名前やメールアドレスを入力せずに、お問い合わせいただけます。</p>
        </LineStart>
      )}
      {categories?.error && (
        <ErrorState text={categories.error.message} onRetry={() => void revalidate()} pending={state === 'loading'} />
      )}
      {categories?.data && <LineContactEditor categories={categories.data} />}
    </LineFrame>
  )
}
