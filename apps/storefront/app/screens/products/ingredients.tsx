import { Band } from '../../ui/band.tsx'
import { NamedList } from './named-list.tsx'

interface IngredientsProps {
  notes: readonly { name: string; text: string }[]
  /** 全成分, as the law wants them. */
  all: string
}

/** 成分・素材: the few that matter with what they are for, and all of them. */
export function Ingredients({ notes, all }: IngredientsProps) {
  if (notes.length === 0 && !all) return null
  return (
    <Band title="成分・素材">
      <div className={notes.length > 0 ? 'grid items-start gap-8 md:grid-cols-2 md:gap-16' : 'max-w-text'}>
        {notes.length > 0 && <NamedList items={notes} />}
        {all && (
          <div className="grid gap-2 text-sm">
            <h3 className="text-base">全成分・素材の表示</h3>
            {all.split(' / ').map((part) => (
              <p key={part} className="text-muted">
                {part}
              </p>
            ))}
          </div>
        )}
      </div>
    </Band>
  )
}
