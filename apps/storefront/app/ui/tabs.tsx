import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

export interface Tab {
  value: string
  label: ReactNode
  content: ReactNode
}

export interface TabsProps {
  /** What the tabs switch between, for those who can't see it. */
  label: string
  tabs: readonly Tab[]
  value: string
  onValue: (value: string) => void
}

/** Views of one thing beside each other; arrow keys move between them. */
export function Tabs({ label, tabs, value, onValue }: TabsProps) {
  return (
    <Base.Root value={value} onValueChange={(next) => onValue(String(next))}>
      <Base.List aria-label={label} className="flex border-b border-line">
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="-mb-px min-h-tap grow border-b-2 border-transparent px-4 text-muted data-active:border-ink data-active:font-medium data-active:text-ink"
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="pt-6">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
