import { Link } from 'react-router'
import { subscribePath } from '../../line/require-friend.ts'
import { nextPath } from '../../navigate.ts'
import { environment } from '../../state/environment.ts'
import { Notice } from '../../ui/notice.tsx'

/** A shop that sells to friends only says so before anything is typed. */
export function FriendFirst({ next }: { next: string | null }) {
  if (environment()?.line_requirement !== 'required') return null
  return (
    <Notice title="ご購入には、LINEの友だち追加が必要です">
      先に友だち追加を済ませると、お手続きがスムーズです。
      <Link to={subscribePath(nextPath(next, '/login'))} className="text-link inline-flex min-h-tap items-center">
        友だち追加に進む
      </Link>
    </Notice>
  )
}
