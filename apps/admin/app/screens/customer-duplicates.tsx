import type { CustomerDetail, DuplicateMember } from '@kushi/contract/admin/customer'
import { Link } from 'react-router'
import { ButtonLink } from '../ui/button.tsx'
import { Section } from '../ui/page.tsx'
import { Time } from '../ui/time.tsx'

interface Props {
  customer: CustomerDetail
  duplicates: DuplicateMember[]
  mayWrite: boolean
}

const reasons: Record<DuplicateMember['reasons'][number], string> = {
  phone: '電話番号が同じ',
  kana: 'かなと郵便番号が同じ',
  email: 'メールがほぼ同じ',
}

/** 重複会員: members who are probably the same person, with a link to merge them. */
export function DuplicateCustomers({ customer: { id, withdrawn_at }, duplicates, mayWrite }: Props) {
  if (withdrawn_at || (duplicates.length === 0 && !mayWrite)) return null
  return (
    <Section
      title="重複している会員"
      actions={mayWrite && <ButtonLink to={`/customers/${id}/merge`}>会員番号で選んで統合する</ButtonLink>}
    >
      {duplicates.length === 0 && (
        <p className="text-muted text-xs">電話・お名前・メールの似ている会員は見つかりませんでした。</p>
      )}
      <ul className="grid gap-1">
        {duplicates.map((one) => (
          <li
            key={one.id}
            className="flex flex-wrap items-center justify-between gap-x-4 border-line border-b pb-1 last:border-0"
          >
            <span className="min-w-0">
              <Link to={`/customers/${one.id}`} className="text-link">
                会員 {one.id}
              </Link>
              ・{one.name}
              <span className="block text-muted text-xs">
                {one.reasons.map((reason) => reasons[reason]).join('・')}・登録 <Time value={one.created_at} />
              </span>
            </span>
            {mayWrite && (
              <Link to={`/customers/${id}/merge?other=${one.id}`} className="text-link text-xs">
                並べて確かめる
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
