import { Icon } from './icon.tsx'

interface QuantityButtonProps {
  icon: 'plus' | 'minus'
  label: string
  isEnd: boolean
  onClick: () => void
}

/** One step up or down. At the end it stays in the tab order, so that the focus isn't lost under the finger. */
export const QuantityButton = ({ icon, label, isEnd, onClick }: QuantityButtonProps) => (
  <button
    type="button"
    aria-label={label}
    aria-disabled={isEnd || undefined}
    onClick={() => {
      if (!isEnd) onClick()
    }}
    className="grid size-tap place-items-center hover:bg-sand aria-disabled:cursor-default aria-disabled:text-line"
  >
    <Icon name={icon} size={16} />
  </button>
)
