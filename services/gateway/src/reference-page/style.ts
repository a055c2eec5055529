/** How the page looks: in the colours of the reader's system. */
export const style = `:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5; }
body { max-width: 72rem; margin: 0 auto; padding: 1rem; }
nav ul { display: flex; flex-wrap: wrap; gap: 1rem; padding: 0; list-style: none; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; }
a:focus-visible, summary:focus-visible, pre:focus-visible { outline: 3px solid Highlight; outline-offset: 2px; }
summary { cursor: pointer; padding: 0.4rem 0; }
details[open] { border-left: 3px solid Highlight; padding-left: 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid GrayText; padding: 0.3rem 0.6rem; text-align: left; vertical-align: top; font-weight: normal; }
pre { overflow-x: auto; padding: 0.6rem; border: 1px solid GrayText; }
`;
