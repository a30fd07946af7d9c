import type { Voice } from '@kushi/contract/voice'
import { dateParts } from '@kushi/values/calendar-date'
import { VOICE_DISCLOSURE_TEXT } from '@kushi/values/voice'
import { Link } from 'react-router'
import { Paragraphs } from '../ui/rich-text.tsx'

interface VoicesProps {
  voices: readonly Voice[]
  /** Names the product of each, with a link to it. */
  hasProducts?: boolean
}

const columns: Readonly<Record<number, string>> = { 1: 'max-w-text', 2: 'md:grid-cols-2' }

/** お客様の声 beside each other, on a phone one under the other. */
export const Voices = ({ voices, hasProducts = false }: VoicesProps) => (
  <ul className={`grid gap-x-8 gap-y-10 lg:gap-x-12 ${columns[voices.length] ?? 'md:grid-cols-3'}`}>
    {voices.map((voice) => (
      <li key={voice.id} className="border-t border-brass pt-6">
        <VoiceFigure voice={voice} hasProduct={hasProducts} />
      </li>
    ))}
  </ul>
)

/** The mark of an advert or of the demo is above the words, so that nobody reads them without it. */
function VoiceFigure({ voice, hasProduct }: { voice: Voice; hasProduct: boolean }) {
  const { text, named_as, received_on, origin, product } = voice
  const { year, month } = dateParts(received_on)
  return (
    <figure className="grid gap-4">
      {VOICE_DISCLOSURE_TEXT[origin] && (
        <p className="justify-self-start rounded-base border border-edge px-2 text-xs">
          {VOICE_DISCLOSURE_TEXT[origin]}
        </p>
      )}
      <blockquote className="grid gap-4 font-mincho leading-loose tracking-wide">
        <Paragraphs text={text} />
      </blockquote>
      <figcaption className="text-sm text-muted">
        {named_as}
        <time dateTime={received_on} className="numeric ml-3 text-xs">
          {year}年{month}月
        </time>
        {hasProduct && product && (
          <Link to={`/products/detail/${product.id}`} className="text-link -mb-2 flex min-h-tap w-fit items-center">
            {product.product_name}
          </Link>
        )}
      </figcaption>
    </figure>
  )
}
