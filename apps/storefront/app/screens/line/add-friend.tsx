import { type ReactNode, useState } from 'react'
import { browserLine } from '../../line/browser-line.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

interface AddFriendProps {
  /** URL for adding a friend in a browser outside of LINE; null: inside LINE, which asks itself. */
  friendUrl: string | null
  isChecking: boolean
  /** Checks again. */
  onAdded: () => void
  children: ReactNode
}

/** Adds the shop as a friend: inside LINE by its own dialog, otherwise on LINE's page in another tab. */
export function AddFriend({ friendUrl, isChecking, onAdded, children }: AddFriendProps) {
  const [isRequested, setRequested] = useState(false)
  const requestFriendship = () => {
    browserLine.requestFriendship().then(onAdded, () => setRequested(true))
  }
  const check = () => {
    setRequested(true)
    onAdded()
  }
  return (
    <>
      <div className="grid gap-3">
        <p>公式アカウントを、LINEの友だちに追加してください。</p>
        {children}
      </div>
      <div aria-live="polite" className="empty:hidden">
        {isRequested && !isChecking && (
          <Notice tone="warning">
            LINEの友だち追加を確認できませんでした。ブロックしているときは、解除してからもう一度お試しください。
          </Notice>
        )}
      </div>
      {friendUrl === null ? (
        <Button wide onClick={requestFriendship} pending={isChecking}>
          友だちに追加する
        </Button>
      ) : (
        <div className="grid gap-3">
          <a href={friendUrl} target="_blank" rel="noopener" className={buttonClass('primary', true)}>
            友だちに追加する
            <span className="sr-only">(新しいタブで開きます)</span>
          </a>
          <Button look="secondary" wide pending={isChecking} onClick={check}>
            追加したので続ける
          </Button>
        </div>
      )}
    </>
  )
}
