import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { Refusal } from './refusal.ts'

interface RefusedNoticeProps {
  refusal: Refusal
  /** Path of the form. */
  edit: string
  onRetry?: () => void
  children?: ReactNode
}

const link = 'text-link inline-flex min-h-tap items-center'

/** Why the change was rejected, and the next step. The input is always kept. */
export const RefusedNotice = ({
  refusal: { title, message, recovery, failures },
  edit,
  onRetry,
  children,
}: RefusedNoticeProps) => (
  <Notice tone={recovery === 'again' ? 'warning' : 'danger'} role="alert" title={title}>
    <p>{message}</p>
    {children}
    {recovery === 'again' && (
      <p>
        新しい内容をご確認のうえ、もう一度「この内容で変更する」を押してください。入力した変更はそのまま残っています。
      </p>
    )}
    {recovery === 'edit' && (
      <Link to={edit} state={{ failures }} className={link}>
        入力画面に戻って直す
      </Link>
    )}
    {recovery === 'leave' && (
      <>
        <p>変更の途中の内容は、このまま残しておきます。</p>
        <Link to={edit} className={link}>
          いまの定期便を見る
        </Link>
      </>
    )}
    {recovery === 'retry' && onRetry && (
      <div className="pt-2">
        <Button look="secondary" onClick={onRetry}>
          もう一度試す
        </Button>
      </div>
    )}
  </Notice>
)
