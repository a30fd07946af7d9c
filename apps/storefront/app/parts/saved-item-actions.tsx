import { Link } from 'react-router'
import { preloadDialog } from '../ui/dialog.tsx'
import { Spinner } from '../ui/skeleton.tsx'

interface SavedItemActionsProps {
  /** Path of the edit screen. */
  to: string
  /** Name of the entry to change or delete: 「山田 花子 さまのお届け先」. */
  itemName: string
  /** The button that makes it the default: name, 「山田 花子 さま」, and label; null: it is the default, or can't be. */
  defaultMark: { who: string; words: string } | null
  isBusy: boolean
  onDefault: () => void
  onDelete: () => void
}

const action = 'inline-flex min-h-tap items-center gap-2 text-link'

/** Actions on a saved card or address. Deletion asks for confirmation. */
export function SavedItemActions({ to, itemName, defaultMark, isBusy, onDefault, onDelete }: SavedItemActionsProps) {
  return (
    <div className="-mb-2 flex flex-wrap items-center gap-x-6 border-t border-line pt-1 text-sm">
      <Link to={to} className={action} aria-label={`${itemName}を変更する`}>
        変更する
      </Link>
      {defaultMark && (
        <button
          type="button"
          className={action}
          aria-disabled={isBusy || undefined}
          aria-label={`${defaultMark.who}を${defaultMark.words}`}
          onClick={onDefault}
        >
          {isBusy && <Spinner />}
          {defaultMark.words}
        </button>
      )}
      <button
        type="button"
        className={`${action} ml-auto text-muted`}
        aria-label={`${itemName}を削除する`}
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
        onClick={onDelete}
      >
        削除する
      </button>
    </div>
  )
}
