import type { ClientInstrumentation } from 'react-router'
import { createStore } from 'zustand/vanilla'
import { loadLater } from './load-later.ts'

/** Where a navigation leads while the code of its screen is loaded, before the router knows of it. */
export const headingStore = createStore<{ to: URL | null }>(() => ({ to: null }))

/** The router navigates to another screen once its code is there (`load-screen.ts`). */
export const loadScreenFirst: ClientInstrumentation = {
  router: ({ instrument }) =>
    instrument({
      navigate: async (navigate, { to }) => {
        const url = new URL(typeof to === 'string' && to.startsWith('/') ? `/sh${to}` : location.href, location.href)
        if (url.pathname !== location.pathname) {
          headingStore.setState({ to: url })
          const { loadScreen } = await loadLater()
          await loadScreen(url)
          // A later navigation has taken its place.
          if (headingStore.getState().to !== url) return new Promise(() => {})
        }
        headingStore.setState({ to: null })
        await navigate()
      },
    }),
}
