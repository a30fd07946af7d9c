// What every page loads once it can be used: the guard, the menu, and what acts on the cart.
export { countPageView, enter } from '../guard/enter.ts'
export { LineInvitation } from '../line/invitation.tsx'
export { Voices } from '../parts/voices.tsx'
export { ErrorScreen } from '../screens/error-screen.tsx'
export { MenuContent } from '../shell/menu-content.tsx'
export { addToCart } from '../state/cart-actions.ts'
export { ToastRegion } from '../ui/toast-region.tsx'
export { loadScreen } from './load-screen.ts'
