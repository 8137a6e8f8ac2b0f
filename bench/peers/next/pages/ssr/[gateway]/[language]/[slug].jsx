export { ProductPage as default, propsOf as getServerSideProps } from "../../../../product.jsx";
