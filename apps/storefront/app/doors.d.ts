declare module 'virtual:doors' {
  const doors: Record<string, string>
  export default doors
}
