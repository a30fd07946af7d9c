import type { ApiError } from '@kushi/contract/client'
import { Link } from 'react-router'
import { subscribePath } from '../../line/require-friend.ts'
import { Notice } from '../../ui/notice.tsx'

/** Why LINE could not be linked, and the next step if there is one. */
export function LineProblem({ error, path }: { error: ApiError | null; path: string }) {
  if (!error) return null
  const way = {
    ERROR_LINE_NOT_FRIEND: { to: subscribePath(path), label: '友だち追加に進む' },
    ERROR_USER_CUSTOMER_LINE_EXISTS: { to: '/contact', label: 'お心当たりのない場合は、お問い合わせください' },
    ERROR_CUSTOMER_HAS_LINE: { to: '/mypage/customer', label: '会員情報を見る' },
  }[error.error]
  return (
    <Notice tone="danger" role="alert">
      <p>{error.message}</p>
      {way && (
        <Link to={way.to} className="text-link inline-flex min-h-tap items-center">
          {way.label}
        </Link>
      )}
    </Notice>
  )
}
