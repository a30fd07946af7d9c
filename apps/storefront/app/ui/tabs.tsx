import { type KeyboardEvent, type ReactNode, useId } from 'react'

export interface Tab {
  value: string
  label: ReactNode
  content: ReactNode
}

export interface TabsProps {
  /** Accessible label of the tabs. */
  label: string
  tabs: readonly Tab[]
  value: string
  onValue: (value: string) => void
}

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowLeft: (at, count) => (at + count - 1) % count,
  ArrowRight: (at, count) => (at + 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** Moves only the focus. A tab's content is shown when it is activated. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
  const step = steps[event.key]
  if (!step) return
  event.preventDefault()
  tabs[step(tabs.indexOf(document.activeElement as HTMLElement), tabs.length)]?.focus()
}

/** Tabs for several views; arrow keys move between them. */
export function Tabs({ label, tabs, value, onValue }: TabsProps) {
  const id = useId()
  const shown = tabs.find((tab) => tab.value === value)
  return (
    <>
      <div role="tablist" tabIndex={-1} aria-label={label} className="flex border-b border-line" onKeyDown={moveFocus}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab === shown}
            aria-controls={tab === shown ? `${id}-panel` : undefined}
            tabIndex={tab === shown ? 0 : -1}
            onClick={() => onValue(tab.value)}
            className="-mb-px min-h-tap grow border-b-2 border-transparent px-4 text-muted aria-selected:border-ink aria-selected:font-medium aria-selected:text-ink"
          >
            {tab.label}
          </button>
        ))}
      </div>
      {shown && (
        <div
          key={value}
          role="tabpanel"
          id={`${id}-panel`}
          aria-labelledby={`${id}-${value}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard moves from the tab into its panel
          tabIndex={0}
          className="pt-6"
        >
          {shown.content}
        </div>
      )}
    </>
  )
}
