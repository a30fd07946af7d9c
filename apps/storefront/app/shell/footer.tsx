import { ByDevice } from './by-device.tsx'
import { useShell } from './use-shell.ts'

/** The footer that the shop wrote. */
export function Footer() {
  const footer = useShell()?.footer
  return (
    <footer className="border-t border-line bg-sand print:hidden">
      <div className="mx-auto max-w-page px-4 py-12 md:px-6">
        {footer && <ByDevice content={footer} className="footer-text" />}
      </div>
    </footer>
  )
}
